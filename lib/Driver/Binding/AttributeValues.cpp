#include "Driver/Binding/AttributeValues.h"

#include "Driver/Options/Failure.h"
#include "Driver/Options/Suggest.h"
#include "Graph/File/ExternalData.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <set>

namespace onnxc::driver {
namespace {

using frontend::AttrKind;

/// What one attribute accepts, whoever declared it.
struct ValueType {
  AttrKind kind = AttrKind::None;
  bool isBool = false, isDType = false;
  const clang::EnumDecl *enumeration = nullptr;
  int64_t min = std::numeric_limits<int64_t>::min(), max = std::numeric_limits<int64_t>::max();
};

/// Locale-independent; the whole text must be a number.
template <class T> std::optional<T> readNumber(llvm::StringRef text) {
  text.consume_front("+");
  T value{};
  auto [end, error] = std::from_chars(text.begin(), text.end(), value);
  if (error != std::errc() || end != text.end())
    return std::nullopt;
  return value;
}

std::optional<int64_t> readEnumerator(const clang::EnumDecl *enumeration, llvm::StringRef text) {
  llvm::StringRef last = text.substr(text.rfind(':') == llvm::StringRef::npos ? 0 : text.rfind(':') + 1);
  for (const clang::EnumConstantDecl *constant : enumeration->enumerators()) {
    if (constant->getName() != last)
      continue;
    std::string qualified = enumeration->getQualifiedNameAsString() + "::" + last.str();
    // `relu`, `Act::relu`, `acme::Act::relu`: a suffix of the full name at a '::'.
    if (text == last || ("::" + qualified).ends_with("::" + text.ltrim(':').str()))
      return constant->getInitVal().getExtValue();
  }
  return std::nullopt;
}

std::optional<int64_t> readInteger(const ValueType &type, llvm::StringRef text) {
  if (type.isBool && (text == "true" || text == "false"))
    return text == "true";
  if (type.enumeration)
    if (auto value = readEnumerator(type.enumeration, text))
      return value;
  if (type.isDType) {
    llvm::StringRef name = text.substr(text.rfind(':') == llvm::StringRef::npos ? 0 : text.rfind(':') + 1);
    if (std::optional<DType> dtype = graph::dtypeNamed(std::string_view(name)))
      return static_cast<int64_t>(*dtype);
  }
  auto value = readNumber<int64_t>(text);
  if (!value || *value < type.min || *value > type.max || (type.isBool && (*value < 0 || *value > 1)))
    return std::nullopt;
  return value;
}

std::optional<float> readFloat(llvm::StringRef text) {
  auto value = readReal(text.str());
  if (!value || (std::isfinite(*value) && std::abs(*value) > std::numeric_limits<float>::max()))
    return std::nullopt;
  return static_cast<float>(*value);
}

std::string nameOf(const ValueType &type) {
  if (type.enumeration) {
    std::vector<std::string> names;
    for (const clang::EnumConstantDecl *constant : type.enumeration->enumerators())
      names.push_back(constant->getNameAsString());
    return "one of " + quotedList(names);
  }
  switch (type.kind) {
  case AttrKind::Float:
    return "a number";
  case AttrKind::Int:
    if (type.max != std::numeric_limits<int64_t>::max())
      return "an integer from " + std::to_string(type.min) + " to " + std::to_string(type.max);
    return type.isBool ? "true or false" : type.isDType ? "an element type such as FLOAT" : "an integer";
  case AttrKind::String:
    return "a string";
  case AttrKind::Tensor:
    return "@FILE that holds a TensorProto";
  case AttrKind::Floats:
    return "numbers a,b,c";
  case AttrKind::Ints:
    return "integers a,b,c";
  case AttrKind::Strings:
    return "strings a,b,c";
  case AttrKind::None:
    break;
  }
  return "a value";
}

bool readTensor(const std::string &value, onnx::TensorProto &tensor) {
  if (!value.starts_with("@"))
    return false;
  std::string file = value.substr(1);
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer || !tensor.ParseFromArray((*buffer)->getBufferStart(), static_cast<int>((*buffer)->getBufferSize())))
    return false;
  if (auto error = graph::readExternalData(tensor, llvm::sys::path::parent_path(file).str()))
    throw Failure::source("'" + file + "': " + *error);
  return true;
}

/// True when `value` was understood and stored.
bool store(const ValueType &type, const std::string &value, onnx::AttributeProto &proto) {
  switch (type.kind) {
  case AttrKind::Float: {
    auto number = readFloat(value);
    proto.set_f(number.value_or(0));
    return number.has_value();
  }
  case AttrKind::Int: {
    auto number = readInteger(type, value);
    proto.set_i(number.value_or(0));
    return number.has_value();
  }
  case AttrKind::String:
    proto.set_s(value);
    return true;
  case AttrKind::Tensor:
    return readTensor(value, *proto.mutable_t());
  case AttrKind::Floats:
    for (const std::string &item : listItems(value)) {
      auto number = readFloat(item);
      if (!number)
        return false;
      proto.add_floats(*number);
    }
    return true;
  case AttrKind::Ints:
    for (const std::string &item : listItems(value)) {
      auto number = readInteger(type, item);
      if (!number)
        return false;
      proto.add_ints(*number);
    }
    return true;
  case AttrKind::Strings:
    for (const std::string &item : listItems(value))
      proto.add_strings(item);
    return true;
  case AttrKind::None:
    break;
  }
  return false;
}

onnx::AttributeProto makeAttribute(const ValueType &type, const std::string &name, const std::string &value) {
  onnx::AttributeProto proto;
  proto.set_name(name);
  proto.set_type(static_cast<onnx::AttributeProto::AttributeType>(type.kind));
  if (!store(type, value, proto))
    throw Failure::usage("'--attr " + name + "=" + value + "': attribute '" + name + "' must be " + nameOf(type));
  return proto;
}

ValueType valueTypeOf(const frontend::Param &param) {
  ValueType type;
  type.kind = param.attribute;
  type.isBool = param.isBool;
  type.isDType = param.isDType;
  clang::QualType scalar = elementType(param);
  if (scalar.isNull())
    return type;
  if (const auto *enumType = scalar->getAs<clang::EnumType>(); enumType && !param.isDType)
    type.enumeration = enumType->getDecl()->getDefinition();
  if (scalar->isBooleanType())
    type.isBool = true;
  else if (scalar->isIntegerType() && !scalar->isEnumeralType() && param.decl) {
    unsigned width = static_cast<unsigned>(param.decl->getASTContext().getIntWidth(scalar));
    bool isSigned = scalar->isSignedIntegerType();
    type.min = isSigned ? (width < 64 ? -(int64_t(1) << (width - 1)) : type.min) : 0;
    type.max = width < 64 ? (int64_t(1) << (isSigned ? width - 1 : width)) - 1 : type.max;
  }
  return type;
}

/// The simplest type that reads the value.
ValueType guessType(const std::string &value) {
  ValueType type;
  auto items = listItems(value);
  bool isList = value.find(',') != std::string::npos;
  bool ints = true, floats = true;
  for (const std::string &item : items) {
    ints = ints && readNumber<int64_t>(item);
    floats = floats && readNumber<double>(item);
  }
  type.isBool = value == "true" || value == "false";
  if (type.isBool || (ints && !items.empty()))
    type.kind = isList ? AttrKind::Ints : AttrKind::Int;
  else if (floats && !items.empty())
    type.kind = isList ? AttrKind::Floats : AttrKind::Float;
  else
    type.kind = value.starts_with("@") ? AttrKind::Tensor : AttrKind::String;
  return type;
}

/// The value of an attribute of a function of a model.
onnx::AttributeProto readModelValue(const graph::AttributeParam &param, const AttributeOption &option,
                                    const std::string &function) {
  bool isText = param.type == onnx::AttributeProto::STRING || param.type == onnx::AttributeProto::UNDEFINED;
  if (option.value == "none" && !isText)
    throw Failure::usage("'--attr " + option.name + "=none': no form of '" + function +
                         "' in these files is compiled without the attribute");
  ValueType type = guessType(option.value);
  if (param.type != onnx::AttributeProto::UNDEFINED)
    type = ValueType{.kind = static_cast<AttrKind>(param.type), .isBool = type.isBool};
  return makeAttribute(type, option.name, option.value);
}

} // namespace

std::optional<double> readReal(const std::string &text) { return readNumber<double>(text); }

std::vector<std::string> listItems(const std::string &list) {
  llvm::StringRef text(list);
  if (text.starts_with("[") && text.ends_with("]"))
    text = text.drop_front().drop_back();
  std::vector<std::string> items;
  if (text.trim().empty())
    return items;
  llvm::SmallVector<llvm::StringRef, 8> parts;
  text.split(parts, ',');
  for (llvm::StringRef part : parts)
    items.push_back(part.trim().str());
  return items;
}

clang::QualType elementType(const frontend::Param &param) {
  clang::QualType type = param.attributeType;
  if (type.isNull() || type->isScalarType() || param.attribute == AttrKind::String)
    return type;
  if (const auto *record = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl()))
    if (record->getTemplateArgs().size() > 0 && record->getTemplateArgs()[0].getKind() == clang::TemplateArgument::Type)
      return record->getTemplateArgs()[0].getAsType();
  return type;
}

onnx::AttributeProto readAttributeValue(const frontend::Param &param, const std::string &value) {
  return makeAttribute(valueTypeOf(param), param.name, value);
}

std::vector<onnx::AttributeProto> bindAttributes(const graph::Function &function,
                                                 const std::vector<AttributeOption> &options) {
  std::vector<onnx::AttributeProto> bound;
  std::vector<std::string> known;
  for (const graph::AttributeParam &param : function.attributes)
    known.push_back(param.name);
  std::set<std::string> given;
  for (const AttributeOption &option : options) {
    const graph::AttributeParam *param = function.attribute(option.name);
    if (!param)
      throw Failure::usage("'" + function.name + "' has no attribute '" + option.name + "'" +
                           didYouMeanOrHas(option.name, known));
    if (!given.insert(option.name).second)
      throw Failure::usage("attribute '" + option.name + "' is given twice");
    if (param->optional && option.value == "none")
      continue;
    bound.push_back(readModelValue(*param, option, function.name));
  }
  for (const graph::AttributeParam &param : function.attributes)
    if (!param.defaultValue && !param.optional && !given.contains(param.name))
      throw Failure::usage("attribute '" + param.name + "' of '" + function.name +
                           "' has no default; give it with '--attr " + param.name + "=VALUE'");
  return bound;
}

} // namespace onnxc::driver
