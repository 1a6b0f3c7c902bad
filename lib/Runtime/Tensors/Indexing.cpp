//===- Indexing.cpp - Elements and slices of tensors ----------------------===//
#include "Runtime/Session/Session.h"
#include "onnxc/index.h"
#include "onnxc/tensor.h"

namespace onnxc {

using detail::Handle;
using graph::IndexItem;
using graph::Operand;
using runtime::Session;

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

} // namespace onnxc
