//===- Arguments.cpp - Arguments, and what is declared of them ------------===//
#include "Runtime/Calls/Arguments.h"
#include "Graph/IR/Declaration.h"
#include "Runtime/Session/Names.h"
#include <algorithm>

namespace onnxc::runtime {

using graph::Operand;
using graph::Type;
using stub::detail::Arguments;
using stub::detail::DeclaredType;

Type toType(const DeclaredType &declared) {
  using Form = graph::Declaration::Form;
  graph::Declaration declaration;
  switch (declared.form) {
  case DeclaredType::Form::Tensor:
    break;
  case DeclaredType::Form::Sequence:
    declaration.form = Form::Sequence;
    break;
  case DeclaredType::Form::Optional:
    declaration.form = Form::Optional;
    break;
  case DeclaredType::Form::OptionalSequence:
    declaration.form = Form::OptionalSequence;
    break;
  case DeclaredType::Form::Map:
    declaration.form = Form::Open;
    break;
  }
  declaration.elem = declared.elem;
  if (!declared.ranked)
    return graph::typeOf(declaration);
  declaration.shape.emplace();
  for (size_t i = 0; i < declared.dimCount; ++i) // names of symbols are no facts
    declaration.shape->push_back(declared.dims[i].kind == Dim::Kind::Fixed ? graph::Dim(declared.dims[i].size)
                                                                           : graph::Dim());
  return graph::typeOf(declaration);
}

graph::Value *argumentValue(const CallSite &site, const Arguments::Slot &slot) {
  Session *session = site.session;
  const FunctionRecord &record = site.record;
  Operand operand = session->operand(*slot.handle);
  graph::Builder &builder = session->frame().builder;
  const DeclaredType *declared = record.declared(slot.parameter, slot.leaf);
  if (!operand.isFlexible() || !declared)
    return session->check(builder.materialise(operand));
  if (declared->elem != DType::UNDEFINED)
    return session->check(builder.materialise(operand, declared->elem));
  if (declared->variable)
    for (const Arguments::Slot &other : site.arguments.slots) {
      const DeclaredType *also = record.declared(other.parameter, other.leaf);
      if (!other.handle || !also || !also->variable || std::string_view(also->variable) != declared->variable)
        continue;
      Operand value = session->operand(*other.handle);
      if (!value.isFlexible())
        return session->check(builder.materialiseLike(operand, value.value));
    }
  return session->check(builder.materialise(operand));
}

namespace {

[[noreturn]] void refuse(const CallSite &site, const Arguments::Slot &slot, const std::string &what,
                         const std::string &given, const std::string &wanted) {
  fail("argument '" + site.record.leafName(slot.parameter, slot.leaf) + "' of " + fullName(site.descriptor()) +
           " has " + what + " " + given + ", the parameter is declared with " + wanted,
       site.session);
}

void checkElement(const CallSite &site, const Arguments::Slot &slot, const DeclaredType &declared,
                  const Operand &operand) {
  if (declared.elem == DType::UNDEFINED && !declared.allowedCount)
    return;
  int64_t elem = site.session->askElem(operand);
  auto dtype = static_cast<DType>(elem);
  const DType *end = declared.allowed + declared.allowedCount;
  bool allowed = declared.allowedCount ? std::find(declared.allowed, end, dtype) != end : dtype == declared.elem;
  if (elem > 0 && !allowed)
    refuse(site, slot, "element type", graph::toString(dtype),
           declared.allowedCount ? "OneOf other types" : graph::toString(declared.elem));
}

void checkShape(const CallSite &site, const Arguments::Slot &slot, const DeclaredType &declared,
                const Operand &operand) {
  if (!declared.ranked)
    return;
  int64_t rank = site.session->askRank(operand);
  if (rank < 0)
    return;
  if (rank != static_cast<int64_t>(declared.dimCount))
    refuse(site, slot, "rank", std::to_string(rank), "rank " + std::to_string(declared.dimCount));
  for (size_t axis = 0; axis < declared.dimCount; ++axis) {
    if (declared.dims[axis].kind != Dim::Kind::Fixed)
      continue;
    int64_t size = site.session->askDim(operand, static_cast<int64_t>(axis));
    if (size >= 0 && size != declared.dims[axis].size)
      refuse(site, slot, "dimension " + std::to_string(axis), std::to_string(size),
             std::to_string(declared.dims[axis].size));
  }
}

} // namespace

void checkDeclared(const CallSite &site, const Arguments::Slot &slot, const Operand &operand) {
  const DeclaredType *declared = site.record.declared(slot.parameter, slot.leaf);
  if (!declared)
    return;
  checkElement(site, slot, *declared, operand);
  checkShape(site, slot, *declared, operand);
}

} // namespace onnxc::runtime
