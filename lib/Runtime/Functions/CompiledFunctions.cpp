//===- CompiledFunctions.cpp - Compiled functions in a session ------------===//
#include "Runtime/Functions/CompiledFunctions.h"
#include "Graph/Model/Import.h"
#include "Graph/Model/Inline.h"
#include "Runtime/Functions/Registry.h"
#include "Runtime/Session/Names.h"
#include "Support/Hash.h"

namespace onnxc::runtime {

using namespace support;

using graph::Operand;

std::shared_ptr<graph::Function> importInto(Session &session, const onnx::FunctionProto &proto,
                                            const onnx::ModelProto *model) {
  std::string identity = identityOf(proto.domain(), proto.name(), proto.overload());
  std::string content = hexText(hashText(proto.SerializeAsString()));
  auto [known, isNew] = session.identities.emplace(identity, content);
  if (!isNew && known->second != content)
    fail("two functions have the domain '" + proto.domain() + "', the name '" + proto.name() + "' and the overload '" +
             proto.overload() + "'",
         &session);
  std::shared_ptr<graph::Function> &slot = session.imported[identity];
  if (slot)
    return slot;
  graph::ImportOptions options;
  options.opset = session.options.opset;
  options.resolve = [&](const std::string &domain, const std::string &name,
                        const std::string &overload) -> graph::Result<const graph::Function *> {
    if (model)
      for (const onnx::FunctionProto &other : model->functions())
        if (other.domain() == domain && other.name() == name && other.overload() == overload)
          return importInto(session, other, model).get();
    if (std::shared_ptr<const onnx::FunctionProto> embedded = findEmbedded(identityOf(domain, name, overload)))
      return importInto(session, *embedded).get();
    return nullptr;
  };
  slot = session.check(graph::importFunction(proto, options));
  return slot;
}

void checkInlineLimit(Session &session) {
  int64_t nodes = 0;
  for (const graph::Graph *graph = &session.frame().builder.graph(); graph; graph = graph->parent)
    nodes += static_cast<int64_t>(graph->nodes.size());
  if (nodes > session.options.inline_limit)
    fail("inlining all calls makes more nodes than the limit of " + std::to_string(session.options.inline_limit) +
             " (TraceOptions::inline_limit, '--inline-limit')",
         &session);
}

std::vector<graph::Value *> callFunction(Session &session, const graph::Function &function,
                                         std::vector<Operand> operands, graph::Attributes attributes, bool inlined) {
  graph::Builder &builder = session.frame().builder;
  bool all = session.options.inline_functions;
  if (!inlined && !all)
    return session.check(builder.call(function, std::move(operands), std::move(attributes)));
  checkInlineLimit(session);
  return session.check(graph::inlineCall(builder, function, std::move(operands), std::move(attributes), all,
                                         {session.options.inline_limit}));
}

} // namespace onnxc::runtime
