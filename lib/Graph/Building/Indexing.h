//===- Indexing.h - The steps of x.index({...}) ------------------------------===//
//
// Private to lib/Graph.
//
// libtorch's meaning: numbers (and index tensors of rank 0) select first, then
// slices and new axes, and at last index tensors and masks, which pair and
// broadcast. Axes behind an ellipsis count from the end, so that most forms need
// no rank. What a trace asks of a tensor makes functions: only that is asked
// which decides the result or the nodes.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_INDEXING_H
#define ONNXC_GRAPH_INDEXING_H

#include "Graph/Building/Builder.h"

namespace onnxc::graph {

class Indexing {
public:
  /// An item with its place. All but Ellipsis, which lies between `front` and `back`.
  struct Entry {
    IndexItem *item = nullptr;
    IndexItem::Kind kind = IndexItem::Kind::Integer;
    size_t operand = 0;     ///< for errors: 0 is x, then the items
    Value *value = nullptr; ///< of a number, an index tensor, or a mask
    bool isMask = false;
    bool addsAxis = false; ///< None, and a mask of rank 0: it keeps or drops an axis of its own
    int64_t dims = 1;      ///< axes that it selects from: the rank of a mask (-1: unknown), else 1
    int64_t axis = 0;      ///< in x; negative behind an ellipsis
    int64_t position = 0;  ///< after the numbers selected and new axes were added

    int64_t consumed() const { return addsAxis ? 0 : dims; }
    int64_t kept() const { return kind == IndexItem::Kind::Integer ? 0 : dims; }
  };

  /// `x`: what is indexed; its rank is asked where it is needed.
  Indexing(Builder &builder, Value *x) : builder(builder), indexed(x) {}

  /// What kind of index each item is, and the axes that it takes. Makes nodes for the indices only.
  Status classify(std::vector<IndexItem> &items);
  /// Indexes `tensor`, which has the shape of x.
  Result<Value *> apply(Value *tensor);
  /// A number that is known to be outside of its dimension.
  Status checkRange(const Entry &entry);
  /// An index tensor as int64.
  Result<Value *> asInt64(Value *value);
  /// Index tensors of int64 as GatherND and ScatterND take them: the indices of one element in a row. `indices` are
  /// broadcast.
  Result<Value *> rows(std::vector<Value *> &indices, bool haveOneShape = false);

  const std::vector<Entry> &leading() const { return front; }
  const std::vector<Entry> &trailing() const { return back; }

private:
  /// An axis and the index tensor that selects from it; `mask`: of which it is a row of places.
  struct Place {
    int64_t axis;
    Value *index;
    Value *mask = nullptr;
  };
  /// A slice of an axis. Absent: None.
  struct Cut {
    Operand start, stop, step;
  };

  Status classifyTensor(Entry &entry, bool several);
  Status classifyMask(Entry &entry);
  Status placeAxes();
  Result<Value *> indexValue(const Operand &operand);

  // Slices.cpp
  Status slice();
  Status checkBounds(const Entry &entry, Cut &cut);
  bool mustTurn(const Entry &entry, const Cut &cut);
  Result<Cut> turn(Cut &cut);
  Result<Operand> complement(const Operand &bound);
  Result<Operand> choose(const Operand &condition, const Operand &a, const Operand &b);
  Status cutAxes(std::vector<Cut> cuts, std::vector<Number> axes);

  Status select();
  Status addAxes();

  // IndexTensors.cpp
  Status selectByTensors();
  Status selectByOne(const Entry &entry, bool &isDone);
  Status compress(Value *mask);
  Status addPlaces(const Entry &entry, std::vector<Place> &places);
  Status pair(std::vector<Place> places);
  Status countFromFront(std::vector<Place> &places);
  Status selectScalars(std::vector<Place> &places);
  Result<int64_t> rankOfIndices(const std::vector<Place> &places);
  Status gather(const std::vector<Place> &places, bool inPlace, int64_t indexRank);
  bool haveOneShape(const std::vector<Value *> &indices);
  Status broadcast(std::vector<Value *> &indices);
  Result<Value *> transpose(Value *value, std::vector<int64_t> order);
  Status take(Result<Value *> result);

  Builder &builder;
  Value *indexed;
  Value *x = nullptr; ///< the result so far
  int64_t rank = -1;  ///< of x, where index tensors select from other axes than the first ones
  std::vector<Entry> front, back;
};

} // namespace onnxc::graph

#endif
