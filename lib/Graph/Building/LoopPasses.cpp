//===- LoopPasses.cpp - Building the body of a loop several times ---------------===//
#include "Graph/Building/LoopPasses.h"

namespace onnxc::graph {

LoopPasses::LoopPasses(Control &control, uint64_t place) : control(control), outer(control.memory), own(&root) {
  if (outer) {
    std::unique_ptr<LoopMemory> &known = outer->inner[{place, outer->seen[place]++}];
    if (!known)
      known = std::make_unique<LoopMemory>();
    own = known.get();
  }
  control.memory = own;
}

LoopPasses::~LoopPasses() { control.memory = outer; }

void LoopPasses::begin() {
  own->seen.clear();
  own->metType = false;
}

void LoopPasses::meetType() {
  own->metType = true;
  if (outer)
    outer->metType = true;
}

} // namespace onnxc::graph
