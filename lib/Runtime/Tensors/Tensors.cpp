//===- Tensors.cpp - What a tensor is asked; indexing ---------------------===//
#include "Graph/Inference/Inference.h"
#include "Runtime/Session/Session.h"
#include "onnxc/tensor.h"

namespace onnxc {

using detail::Handle;
using graph::IndexItem;
using graph::Operand;
using runtime::Session;

namespace {

struct Asked {
  explicit Asked(const Handle &handle) : Asked(&handle) {}
  explicit Asked(const Handle *handle) : session(Session::of(&handle, 1)), operand(session.operand(*handle)) {}
  Session &session;
  Operand operand;
};

/// What keeps the answer from being known may be a mistake: a product of shapes that do not fit.
[[noreturn]] void failUnknown(Asked &asked, const std::string &what, const std::string &advice) {
  if (asked.operand.value)
    if (graph::Status mistake = graph::inferValue(asked.operand.value))
      asked.session.fail(*mistake);
  runtime::failNotKnown(what + " of " + asked.session.describe(asked.operand) + " is not known while tracing" + advice,
                        &asked.session);
}

std::optional<int64_t> knownInteger(const Handle &handle) {
  if (!handle.impl() || handle.impl()->session || !handle.impl()->operand.literal)
    return std::nullopt;
  const graph::Literal &literal = *handle.impl()->operand.literal;
  if (!literal.isScalar())
    return std::nullopt;
  if (const auto *value = std::get_if<int64_t>(&literal.data[0]))
    return *value;
  if (const auto *value = std::get_if<bool>(&literal.data[0]))
    return *value;
  return std::nullopt;
}

bool isNumber(const Handle &handle) {
  return handle.impl() && handle.impl()->operand.literal && handle.impl()->operand.literal->isScalar();
}

} // namespace

Tensor::operator bool() const {
  if (isNumber(*this)) {
    std::optional<bool> truth = graph::truthOf(*impl()->operand.literal);
    if (!truth)
      runtime::fail("a string can't decide a C++ `if`, loop or `&&`", Session::currentOrNull());
    return *truth;
  }
  Asked asked(*this);
  runtime::failNotKnown(
      "the value of " + asked.session.describe(asked.operand) +
          " is not known while tracing, so it can't decide a C++ `if`, loop or `&&`: use onnxc::cond, "
          "onnxc::while_loop or a "
          "scripted function",
      &asked.session);
}

int64_t Tensor::rank() const {
  if (isNumber(*this))
    return 0;
  Asked asked(*this);
  int64_t answer = asked.session.askRank(asked.operand);
  if (answer < 0)
    failUnknown(asked, "the rank", "");
  return answer;
}

int64_t Tensor::dim(int64_t axis) const {
  Asked asked(*this);
  int64_t wanted = axis;
  if (axis < 0) {
    int64_t rank = asked.session.askRank(asked.operand);
    if (rank < 0)
      failUnknown(asked, "the rank", ", which a negative axis needs");
    wanted += rank;
  }
  int64_t answer = wanted < 0 ? runtime::noSuchAxis : asked.session.askDim(asked.operand, wanted);
  if (answer == runtime::noSuchAxis)
    runtime::fail(asked.session.describe(asked.operand) + " has no axis " + std::to_string(axis), &asked.session);
  if (answer < 0)
    failUnknown(asked, "dimension " + std::to_string(axis),
                ": as a tensor it is x.shape()[" + std::to_string(axis) + "]");
  return answer;
}

int64_t Tensor::numel() const {
  int64_t count = 1;
  for (int64_t axis = 0, last = rank(); axis < last; ++axis)
    count *= dim(axis);
  return count;
}

DType Tensor::dtype() const {
  Asked asked(*this);
  int64_t answer = asked.session.askElem(asked.operand);
  if (answer <= 0)
    failUnknown(asked, "the element type", "");
  return static_cast<DType>(answer);
}

Tensor Tensor::shape() const {
  Asked asked(*this);
  return Tensor(asked.session.handle(asked.session.check(asked.session.frame().builder.shapeOf(asked.operand))));
}

Tensor Tensor::to(DType dtype) const {
  Asked asked(*this);
  return Tensor(asked.session.handle(asked.session.check(asked.session.frame().builder.cast(asked.operand, dtype))));
}

namespace {

Operand boundOf(Session &session, const SliceBound &bound) {
  return bound.isGiven() ? session.operand(bound.tensor()) : Operand();
}

IndexItem itemOf(Session &session, const Index &index) {
  IndexItem item;
  switch (index.kind()) {
  case Index::Kind::None:
    item.kind = IndexItem::Kind::None;
    break;
  case Index::Kind::Ellipsis:
    item.kind = IndexItem::Kind::Ellipsis;
    break;
  case Index::Kind::Slice:
    item.kind = IndexItem::Kind::Slice;
    item.start = boundOf(session, index.slice().start());
    item.stop = boundOf(session, index.slice().stop());
    item.step = boundOf(session, index.slice().step());
    break;
  case Index::Kind::Tensor:
    item = session.frame().builder.indexItem(session.operand(index.tensor()));
    break;
  }
  return item;
}

/// The session of a tensor and its indices, and the indices as the builder takes them.
struct Indexed {
  Indexed(const Tensor &x, const Index *indices, size_t count, const Tensor *values = nullptr)
      : session(find(x, indices, count, values)) {
    operand = session.operand(x);
    for (size_t i = 0; i < count; ++i)
      items.push_back(itemOf(session, indices[i]));
  }
  static Session &find(const Tensor &x, const Index *indices, size_t count, const Tensor *values) {
    std::vector<const Handle *> handles{&x};
    if (values)
      handles.push_back(values);
    for (size_t i = 0; i < count; ++i) {
      handles.push_back(&indices[i].tensor());
      for (const SliceBound *bound :
           {&indices[i].slice().start(), &indices[i].slice().stop(), &indices[i].slice().step()})
        if (bound->isGiven())
          handles.push_back(&bound->tensor());
    }
    return Session::of(handles.data(), handles.size());
  }
  Session &session;
  Operand operand;
  std::vector<IndexItem> items;
};

} // namespace

Tensor Tensor::operator[](const Index &index) const { return indexed(&index, 1); }
Tensor Tensor::index(std::initializer_list<Index> indices) const { return indexed(indices.begin(), indices.size()); }
Tensor Tensor::index_put(std::initializer_list<Index> indices, const Tensor &values, bool accumulate) const {
  return indexPut(indices.begin(), indices.size(), values, accumulate);
}

Tensor Tensor::indexed(const Index *indices, size_t count) const {
  Indexed indexed(*this, indices, count);
  Session &session = indexed.session;
  return Tensor(
      session.handle(session.check(session.frame().builder.index(indexed.operand, std::move(indexed.items)))));
}

Tensor Tensor::indexPut(const Index *indices, size_t count, const Tensor &values, bool accumulate) const {
  Indexed indexed(*this, indices, count, &values);
  Session &session = indexed.session;
  return Tensor(session.handle(session.check(session.frame().builder.indexPut(indexed.operand, std::move(indexed.items),
                                                                              session.operand(values), accumulate))));
}

namespace {
int64_t boundValue(const Tensor &tensor) {
  if (std::optional<int64_t> value = knownInteger(tensor))
    return *value;
  runtime::failNotKnown(
      "the bounds of onnxc::range are not known while tracing: use onnxc::for_loop or a scripted function",
      Session::currentOrNull());
}
} // namespace

int64_t Range::count() const {
  int64_t first = boundValue(start_), last = boundValue(stop_), step = boundValue(step_);
  if (step == 0)
    runtime::fail("the step of onnxc::range is 0", Session::currentOrNull());
  if (step > 0)
    return first < last ? (last - first - 1) / step + 1 : 0;
  return first > last ? (first - last - 1) / -step + 1 : 0;
}

Tensor Range::at(int64_t position) const { return Tensor(boundValue(start_) + position * boundValue(step_)); }

} // namespace onnxc
