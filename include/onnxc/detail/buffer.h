//===- buffer.h - A small owning array ------------------------------------===//
//
// The public headers hold lists, but must stay far cheaper to parse than <vector> and <string>.
//
//===----------------------------------------------------------------------===//
#ifndef ONNXC_DETAIL_BUFFER_H
#define ONNXC_DETAIL_BUFFER_H
#pragma GCC system_header

#include <cstddef>

namespace onnxc::detail {

/// An owning, growable array. `T` must be default constructible and assignable.
template <class T> class Buffer {
public:
  Buffer() = default;
  Buffer(const T *data, size_t size) {
    reserve(size);
    for (size_t i = 0; i < size; ++i)
      data_[i] = data[i];
    size_ = size;
  }
  Buffer(const Buffer &other) : Buffer(other.data_, other.size_) {}
  Buffer(Buffer &&other) noexcept : data_(other.data_), size_(other.size_), capacity_(other.capacity_) {
    other.data_ = nullptr;
    other.size_ = other.capacity_ = 0;
  }
  Buffer &operator=(Buffer other) noexcept {
    swap(data_, other.data_);
    swap(size_, other.size_);
    swap(capacity_, other.capacity_);
    return *this;
  }
  ~Buffer() { delete[] data_; }

  const T *data() const { return data_; }
  T *data() { return data_; }
  size_t size() const { return size_; }
  const T *begin() const { return data_; }
  const T *end() const { return data_ + size_; }
  const T &operator[](size_t index) const { return data_[index]; }
  T &operator[](size_t index) { return data_[index]; }

  void reserve(size_t capacity) {
    if (capacity <= capacity_)
      return;
    T *grown = new T[capacity];
    for (size_t i = 0; i < size_; ++i)
      grown[i] = static_cast<T &&>(data_[i]);
    delete[] data_;
    data_ = grown;
    capacity_ = capacity;
  }
  void push(T value) {
    if (size_ == capacity_)
      reserve(capacity_ ? 2 * capacity_ : 4);
    data_[size_++] = static_cast<T &&>(value);
  }

private:
  template <class U> static void swap(U &a, U &b) {
    U old = a;
    a = b;
    b = old;
  }

  T *data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

/// An owned string of `size()` bytes, without a terminating zero.
using Text = Buffer<char>;

inline Text makeText(const char *text) { return Text(text, __builtin_strlen(text)); }

} // namespace onnxc::detail

#endif // ONNXC_DETAIL_BUFFER_H
