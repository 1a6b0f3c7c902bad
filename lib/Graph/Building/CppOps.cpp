//===- CppOps.cpp - C++ operators on tensors -----------------------------------===//
#include "Graph/Building/Builder.h"
#include "Graph/Building/Fold.h"
#include "Graph/Building/StringSource.h"
#include "Schema/Schema.h"

#include <algorithm>

namespace onnxc::graph {

struct Builder::CppRow {
  enum Class { Arithmetic, Compare, Logic, Bits, Shift, Sign, Same };
  CppOp op;
  const char *spelling;
  const char *opType;
  Class operands;
};

const Builder::CppRow &Builder::rowOf(CppOp op) {
  static constexpr CppRow rows[] = {
#define ONNXC_CPP_OPERATOR(NAME, SPELLING, OPERATOR, CLASS) {CppOp::NAME, SPELLING, OPERATOR, CppRow::CLASS},
#include "Graph/Building/Operators.def"
  };
  return rows[static_cast<size_t>(op)];
}

namespace {

bool isBool(const ElemType &elem) { return elem == ElemType(DType::BOOL); }

void replaceFirst(std::string &text, std::string_view from, std::string_view to) {
  if (size_t at = text.find(from); at != std::string::npos)
    text.replace(at, from.size(), to);
}

/// An operator's error in terms of the C++ operator.
Error inCppTerms(Error error, const char *opType, const char *spelling) {
  std::string name = std::string("'") + opType + "'";
  if (error.message.starts_with(name))
    error.message.replace(0, name.size(), std::string("'") + spelling + "'");
  replaceFirst(error.message, "inputs 'A' and 'B'", "both sides");
  replaceFirst(error.message, "inputs 'X' and 'Y'", "both sides");
  for (const char *left : {"input 'A'", "input 'X'"})
    replaceFirst(error.message, left, "the left side");
  for (const char *right : {"input 'B'", "input 'Y'"})
    replaceFirst(error.message, right, "the right side");
  return error;
}

} // namespace

Status Builder::sameType(const CppRow &row, const std::vector<Operand> &operands) {
  if (!checkTypes || operands.size() < 2)
    return std::nullopt;
  Type a = typeOf(operands[0]), b = typeOf(operands[1]);
  if (operands[0].isFlexible() || operands[1].isFlexible() || !a.elem.isKnown() || !b.elem.isKnown() ||
      a.elem == b.elem)
    return std::nullopt;
  return Error{ErrorId::TypeMismatch,
               std::string("'") + row.spelling + "' of " + toString(a) + " and " + toString(b) +
                   ": both sides must have the same element type; convert one of them",
               1,
               {}};
}

/// Told as Fact::String where a trace must look. Both sides have one type: the second is asked only if the first says
/// nothing.
bool Builder::areStrings(const std::vector<Value *> &values) {
  if (checkTypes)
    return typeOf(values[0]).elem == ElemType(DType::STRING);
  for (const Value *value : values) {
    const Value *source = stringSource(value);
    if (!source)
      return false;
    if (onQuestion)
      (*onQuestion)(source, Fact::String, -1);
    if (typeOf(source).elem == ElemType(DType::STRING))
      return true;
  }
  return false;
}

/// The operator of ONNX for these values, whose element types are the same.
Result<const char *> Builder::cppOperator(const CppRow &row, const std::vector<Value *> &values) {
  auto wrong = [&](const std::string &why) {
    std::string text = std::string("'") + row.spelling + "' of " + toString(typeOf(values[0]));
    if (values.size() > 1)
      text += " and " + toString(typeOf(values[1]));
    return Error{ErrorId::TypeMismatch, text + ": " + why, 0, {}};
  };
  if (row.operands == CppRow::Arithmetic) {
    if (row.op == CppOp::Add && fn->opset >= 20 && areStrings(values))
      return "StringConcat";
    if (checkTypes && isBool(typeOf(values[0]).elem))
      return wrong("there is no arithmetic on tensors of bool; convert them");
    return row.opType;
  }
  if (row.operands == CppRow::Compare || row.operands == CppRow::Same)
    return row.opType;
  if (row.operands == CppRow::Bits) {
    ElemType elem = elemOf(values[0]);
    static constexpr std::pair<CppOp, const char *> ofBools[] = {
        {CppOp::BitAnd, "And"}, {CppOp::BitOr, "Or"}, {CppOp::BitXor, "Xor"}, {CppOp::BitNot, "Not"}};
    if (isBool(elem))
      for (auto [op, opType] : ofBools)
        if (op == row.op)
          return opType;
    if (!elem.isKnown()) {
      const std::vector<DType> &allowed = elem.var >= 0 ? fn->typeVars.allowedFor(elem.var) : std::vector<DType>();
      if (allowed.empty() || std::find(allowed.begin(), allowed.end(), DType::BOOL) != allowed.end())
        return Error{ErrorId::UnknownType,
                     std::string("'") + row.spelling + "' needs to know whether the element type is bool or an integer",
                     0,
                     {}};
    }
    if (elem.isKnown() && !isInteger(elem.dtype))
      return wrong("bit operators are for integers and bool");
    return row.opType;
  }
  if (!checkTypes)
    return row.opType;
  ElemType elem = typeOf(values[0]).elem;
  if (row.operands == CppRow::Logic) {
    for (Value *value : values)
      if (ElemType each = typeOf(value).elem; each.isKnown() && !isBool(each))
        return wrong("needs tensors of bool; compare with 0 first");
  }
  if (row.operands == CppRow::Shift && elem.isKnown() && !isUnsigned(elem.dtype))
    return wrong("shifts need unsigned integers (ONNX's BitShift has no signed form); convert to uint64");
  if (row.operands == CppRow::Sign && elem.isKnown() && (isUnsigned(elem.dtype) || isBool(elem)))
    return wrong("the element type has no negative numbers");
  return row.opType;
}

Result<Operand> Builder::finishCpp(const CppRow &row, std::vector<Value *> values, bool flexible, bool declaredDouble) {
  auto opType = cppOperator(row, values);
  if (!opType)
    return opType.error();
  Attributes attributes;
  if (row.op == CppOp::Rem)
    attributes.push_back(attr("fmod", int64_t(1))); // the sign of the dividend, as in C++; ONNX wants it for floats
  if (row.operands == CppRow::Shift)
    attributes.push_back(attr("direction", std::string(row.op == CppOp::Shl ? "LEFT" : "RIGHT")));
  auto result = op(*opType, std::vector<Operand>(values.begin(), values.end()), std::move(attributes));
  if (result && row.op == CppOp::Ne)
    result = op("Not", {*result});
  if (!result)
    return inCppTerms(std::move(result.error()), *opType, row.spelling);
  Operand operand(*result, flexible);
  operand.declaredDouble = flexible && declaredDouble;
  return operand;
}

/// Run-time C++ integers. ONNX shifts unsigned integers only; a negative number is shifted right through its
/// complement.
Result<Operand> Builder::shiftNumbers(const CppRow &row, Value *a, Value *b) {
  auto shift = [&](Result<Value *> value) -> Result<Value *> {
    Attributes attributes;
    attributes.push_back(attr("direction", std::string(row.op == CppOp::Shl ? "LEFT" : "RIGHT")));
    if (value)
      value = castValue(*value, DType::UINT64);
    Result<Value *> amount = value ? castValue(b, DType::UINT64) : value;
    if (amount)
      value = op("BitShift", {*value, *amount}, std::move(attributes));
    return amount && value ? castValue(*value, DType::INT64) : amount ? value : amount;
  };
  auto complement = [&](Result<Value *> value) {
    return value ? op("Sub", {Operand(Literal(int64_t(-1))), Operand(*value)}) : value;
  };
  Result<Value *> result = a;
  if (row.op == CppOp::Shl) {
    result = shift(a);
  } else {
    Result<Value *> negative = op("Less", {Operand(a), Operand(Literal(int64_t(0)))}), flipped = complement(a);
    Result<Value *> bits = negative && flipped ? op("Where", {*negative, *flipped, a}) : flipped;
    bits = bits ? shift(*bits) : bits;
    Result<Value *> back = complement(bits);
    result = negative && back ? op("Where", {*negative, *back, *bits}) : back;
  }
  if (!result)
    return result.error();
  return Operand(*result, /*flexible=*/true);
}

/// Numbers only, of which at least one is computed at run time: C++'s conversions, and a number again.
Result<Operand> Builder::cppNumbers(const CppRow &row, std::vector<Operand> &operands) {
  std::vector<DType> types;
  bool declaredDouble = false;
  for (const Operand &operand : operands) {
    ElemType elem = operand.literal ? typeOf(operand).elem : typeOf(operand.value).elem;
    types.push_back(elem.dtype);
    declaredDouble |= operand.literal ? operand.literal->declaredDouble : operand.declaredDouble;
  }
  bool areBools = std::all_of(types.begin(), types.end(), [](DType dtype) { return dtype == DType::BOOL; });
  DType dtype = arithmeticType(types);
  if (row.operands == CppRow::Logic || (areBools && (row.op == CppOp::Eq || row.op == CppOp::Ne)))
    dtype = DType::BOOL;
  std::vector<Value *> values;
  for (size_t i = 0; i < operands.size(); ++i) {
    Result<Value *> value = nullptr;
    if (operands[i].literal && row.operands == CppRow::Logic)
      value = constant(toTensor(*convert(*operands[i].literal, dtype), dtype));
    else
      value = materialise(operands[i], dtype);
    if (!value) {
      value.error().operand = static_cast<int>(i);
      return value.error();
    }
    values.push_back(*value);
  }
  if (row.operands == CppRow::Shift && dtype == DType::INT64)
    return shiftNumbers(row, values[0], values[1]);
  return finishCpp(row, std::move(values), /*flexible=*/true, declaredDouble);
}

Result<Operand> Builder::cppTensors(const CppRow &row, std::vector<Operand> &operands) {
  if (Status status = sameType(row, operands))
    return std::move(*status);
  std::vector<Value *> values;
  for (size_t i = 0; i < operands.size(); ++i) {
    const Operand &operand = operands[i];
    Result<Value *> value = operand.value;
    if (operand.isFlexible() && row.operands == CppRow::Logic) {
      Result<Operand> condition = cast(operand, DType::BOOL);
      value = condition ? Result<Value *>(condition->value) : Result<Value *>(condition.error());
    } else if (operand.isFlexible() && operands.size() == 2) {
      value = materialiseLike(operand, operands[1 - i].value);
    }
    if (!value) {
      value.error().operand = static_cast<int>(i);
      return value.error();
    }
    values.push_back(*value);
  }
  return finishCpp(row, std::move(values), /*flexible=*/false, false);
}

Result<Operand> Builder::cpp(CppOp op, std::vector<Operand> operands) {
  const CppRow &row = rowOf(op);
  assert(row.op == op && "the table follows the enumeration");
  if (row.operands == CppRow::Same)
    return operands[0];
  auto isNumber = [](const Operand &operand) { return operand.literal && operand.literal->isScalar(); };
  if (std::all_of(operands.begin(), operands.end(), isNumber)) {
    std::vector<Literal> literals;
    for (const Operand &operand : operands)
      literals.push_back(*operand.literal);
    Result<Literal> result = fold(op, literals);
    if (!result)
      return result.error();
    return Operand(std::move(*result));
  }
  bool areNumbers = std::all_of(operands.begin(), operands.end(), [&](const Operand &operand) {
    return operand.literal || (operand.flexible && typeOf(operand.value).elem.isKnown());
  });
  return areNumbers ? cppNumbers(row, operands) : cppTensors(row, operands);
}

} // namespace onnxc::graph
