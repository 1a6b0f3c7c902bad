//===- Indexing.h - The steps of x.index({...}) ------------------------------===//
//
// Private to lib/Graph.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_INDEXING_H
#define ONNXC_GRAPH_INDEXING_H

#include "Builder.h"

namespace onnxc::graph {

class Indexing {
public:
  Indexing(Builder &builder, Value *x) : builder(builder), x(x) {}

  Status run(std::vector<IndexItem> &items);
  Value *result() const { return x; }

private:
  /// An item with its place. All but Ellipsis, which lies between `front` and `back`.
  struct Entry {
    IndexItem *item = nullptr;
    IndexItem::Kind kind = IndexItem::Kind::Integer;
    size_t operand = 0; ///< for errors: 0 is x, then the items
    Value *value = nullptr;
    bool isMask = false;
    int64_t dims = 1;     ///< axes that it selects from: the rank of a mask (-1: unknown), else 1
    int64_t axis = 0;     ///< in x; negative behind an ellipsis
    int64_t position = 0; ///< after the numbers selected and new axes were added

    int64_t consumed() const { return kind == IndexItem::Kind::None ? 0 : dims; }
    int64_t kept() const { return kind == IndexItem::Kind::Integer ? 0 : kind == IndexItem::Kind::None ? 1 : dims; }
  };
  /// An axis and the index tensor that selects from it.
  struct Place {
    int64_t axis;
    Value *index;
  };

  Status classify(std::vector<IndexItem> &items);
  Status classifyTensor(Entry &entry, bool several);
  Status placeAxes();
  Status slice();
  Status checkBounds(const Entry &entry, Operand &start, Operand &stop, Operand &step);
  Status select();
  Status checkRange(const Entry &entry);
  Status addAxes();
  Status selectByTensors();
  Status addPlaces(Entry &entry, std::vector<Place> &places);
  Status pair(std::vector<Place> places);
  Status broadcast(std::vector<Place> &places);
  bool haveOneShape(const std::vector<Place> &places);
  Result<Value *> indexValue(const Operand &operand);
  Result<Value *> asInt64(Value *value);
  Result<Value *> transpose(Value *value, std::vector<int64_t> order);
  Status take(Result<Value *> result);

  Builder &builder;
  Value *x;
  std::vector<Entry> front, back;
};

} // namespace onnxc::graph

#endif
