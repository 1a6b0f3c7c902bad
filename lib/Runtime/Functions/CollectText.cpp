//===- CollectText.cpp - Values as the canonical text of keys -------------===//
#include "Graph/IR/Type.h"
#include "Runtime/Functions/Registry.h"
#include "Runtime/Functions/TypeName.h"
#include "Runtime/Session/Errors.h"
#include "Runtime/Session/Names.h"
#include "Runtime/Values/Value.h"
#include "Support/Hash.h"
#include "onnxc/detail/collect.h"
#include <bit>
#include <charconv>
#include <cmath>

namespace onnxc::stub::detail {

namespace {

template <class T> void appendNumber(std::string &text, T value) {
  char digits[64];
  auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  text.append(digits, end);
}

template <class Bits, class T> void appendFloat(std::string &text, T value) {
  if (std::isnan(value)) {
    text += "nan:" + support::hexText(std::bit_cast<Bits>(value));
    return;
  }
  size_t start = text.size();
  appendNumber(text, value);
  if (text.find_first_of(".en", start) == std::string::npos)
    text += ".0";
}

} // namespace

void appendText(std::string &text, bool value) { text += value ? "true" : "false"; }
void appendText(std::string &text, long long value) { appendNumber(text, value); }
void appendText(std::string &text, unsigned long long value) { appendNumber(text, value); }
void appendText(std::string &text, float value) { appendFloat<uint32_t>(text, value); }
void appendText(std::string &text, double value) { appendFloat<uint64_t>(text, value); }

void appendText(std::string &text, const char *data, size_t size) {
  text += '"';
  for (size_t i = 0; i < size; ++i) {
    if (data[i] == '"' || data[i] == '\\')
      text += '\\';
    text += data[i];
  }
  text += '"';
}

void appendText(std::string &text, DType value) { text += graph::toString(value); }

void appendText(std::string &text, const TensorLiteral &value) {
  onnx::TensorProto proto = runtime::toProto(value);
  text += '#' + support::hexText(support::hashText(proto.SerializeAsString()));
}

void appendText(std::string &text, const std::type_info &type) { text += runtime::typeName(type); }

void appendFunction(std::string &text, const std::type_info &pointerType, const void *bytes, size_t size) {
  const runtime::FunctionRecord *record = runtime::findRecord(pointerType, bytes, size);
  if (void (*plain)() = runtime::plainFunction(bytes, size); !record && plain) {
    if (const OperatorDescriptor *declared = runtime::findDeclaredOperator(plain)) {
      text += std::string(declared->domain) + "." + declared->name + ":" + std::to_string(declared->version);
      return;
    }
    if (const onnxc::detail::OperatorEntry *generated = onnxc::detail::findOperator(plain)) {
      text += std::string(generated->info.domain) + "." + generated->info.name + ":" +
              std::to_string(generated->info.sinceVersion);
      return;
    }
  }
  if (!record)
    runtime::fail("a function that is no annotated function is an argument of a traced function: it has no name that "
                  "the specialisation could "
                  "carry. Pass a lambda without captures");
  const Descriptor &descriptor = *record->entry->descriptor;
  text += runtime::fullName(descriptor) + ":" + descriptor.overload + record->templateText;
}

} // namespace onnxc::stub::detail
