//===- handle.h - A counted reference to a value of the graph -------------===//
#ifndef ONNXC_DETAIL_HANDLE_H
#define ONNXC_DETAIL_HANDLE_H
#pragma GCC system_header

namespace onnxc::detail {

/// What a Tensor, Sequence or optional value refers to: owned by the runtime, which defines it.
class ValueImpl;

/// Adds a reference. `impl` is not null.
void retain(ValueImpl *impl) noexcept;
/// Drops a reference; the last one destroys the value. `impl` is not null.
void release(ValueImpl *impl) noexcept;

/// A counted reference to a ValueImpl, or unset. Tensor, Sequence, OptionalValue, Map and Value derive from it and add
/// no members.
class Handle {
public:
  Handle() = default;
  /// Takes over one reference; `impl` may be null.
  explicit Handle(ValueImpl *impl) noexcept : impl_(impl) {}
  Handle(const Handle &other) noexcept : impl_(other.impl_) {
    if (impl_)
      retain(impl_);
  }
  Handle(Handle &&other) noexcept : impl_(other.impl_) { other.impl_ = nullptr; }
  Handle &operator=(const Handle &other) noexcept {
    if (other.impl_)
      retain(other.impl_);
    if (impl_)
      release(impl_);
    impl_ = other.impl_;
    return *this;
  }
  Handle &operator=(Handle &&other) noexcept {
    ValueImpl *old = impl_;
    impl_ = other.impl_;
    other.impl_ = old;
    return *this;
  }
  ~Handle() {
    if (impl_)
      release(impl_);
  }

  /// Null if unset.
  ValueImpl *impl() const noexcept { return impl_; }
  /// False for a variable that was never given a value.
  bool defined() const noexcept { return impl_ != nullptr; }

private:
  ValueImpl *impl_ = nullptr;
};

} // namespace onnxc::detail

#endif // ONNXC_DETAIL_HANDLE_H
