//===- Branches.h - Two sides of an If and their merge --------------------------===//
#ifndef ONNXC_LOWER_BRANCHES_H
#define ONNXC_LOWER_BRANCHES_H

#include "BranchLowering.h"

namespace onnxc::lower {

/// One side of an If after it has been lowered and taken back.
struct BranchSide {
  std::unique_ptr<graph::Graph> graph;
  Store::Writes writes;
  llvm::DenseMap<Object *, Value> aggregates; ///< of objects whose parts changed in number
  bool jumped = false;                        ///< never goes on behind the If
  bool goesOn = false;                        ///< always goes on behind the If
  uint64_t deadFrom = UINT64_MAX;             ///< objects born from here on are dead after its jump
};

/// The outputs that an If needs.
struct MergePlan {
  BranchSide *thenSide;
  BranchSide *elseSide;
  Value condition;
  bool thenDead = false, elseDead = false; ///< of the object being merged: its value on that side is never read
  bool isResult = false;
  std::vector<graph::Operand> thenOutputs, elseOutputs;
  std::vector<std::string> hints;
  std::vector<clang::QualType> numberTypes; ///< null for tensors
  std::vector<std::pair<clang::SourceLocation, clang::SourceLocation>> places;
};

} // namespace onnxc::lower

#endif
