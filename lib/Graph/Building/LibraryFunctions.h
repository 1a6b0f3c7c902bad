//===- LibraryFunctions.h - Functions of C++'s library on numbers --------------===//
//
// <cmath>, <cstdlib>, <numeric> and <bit> on numbers of which one is known when
// the graph runs only. Each is a row of a table: its name, its arguments, how it
// is made of nodes, and how it is folded where all numbers are known.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_LIBRARYFUNCTIONS_H
#define ONNXC_GRAPH_LIBRARYFUNCTIONS_H

#include "Graph/Building/Builder.h"
#include <string_view>

namespace onnxc::graph {

struct LibraryFunction {
  /// In namespace std; in the C library it may have a suffix for the type.
  const char *name;
  /// One letter an argument. F: a floating-point number; A: a number of any type; U: an unsigned integer; these have
  /// the type in which the function computes. I: int64, whatever the others are.
  const char *arguments;
  /// F, A, U: of that type; B: bool; I: int64.
  char result;
  /// The nodes. Arguments have the types that `arguments` says; the first one the type `dtype`.
  Result<Value *> (*build)(Builder &builder, DType dtype, const std::vector<Value *> &arguments);
  /// C++'s result for known numbers; null for functions that libraries round in different ways: what is emitted must
  /// not depend on the machine.
  Number (*fold)(DType dtype, const std::vector<Number> &arguments);
};

/// The row for a name and a number of arguments; null if there is none. Names of the C library (`floorf`, `llabs`,
/// `__builtin_isnan`) are found where `isOfC`.
const LibraryFunction *libraryFunction(std::string_view name, size_t arity, bool isOfC);

/// All rows, for the documentation.
const std::vector<LibraryFunction> &libraryFunctions();

/// Why a function of the library that has no row can't be one: "it writes a result through a pointer". Null: nothing is
/// known of it.
const char *whyNoLibraryFunction(std::string_view name);

} // namespace onnxc::graph

#endif
