//===- LoopPasses.h - Building the body of a loop several times -----------------===//
#ifndef ONNXC_GRAPH_LOOPPASSES_H
#define ONNXC_GRAPH_LOOPPASSES_H

#include "Graph/Building/Control.h"

namespace onnxc::graph {

/// While it lives, the body of a loop is built, once or several times.
class LoopPasses {
public:
  /// `place` tells the loops of a body apart; loops of one place are told apart by their order.
  LoopPasses(Control &control, uint64_t place);
  ~LoopPasses();
  LoopPasses(const LoopPasses &) = delete;

  /// Another pass over the body begins.
  void begin();
  /// In this pass a number met its type: what was asked to find out is asked for all passes over outer loops too.
  void meetType();
  bool isNested() const { return outer; }
  LoopMemory &memory() { return *own; }

private:
  Control &control;
  LoopMemory *outer, *own;
  LoopMemory root;
};

} // namespace onnxc::graph

#endif
