//===- Store.h - Objects and what was written to them -------------------------===//
//
// A branch or a loop body is lowered under a journal, which then tells what it
// changed, and takes it back.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_LOWER_STORE_H
#define ONNXC_LOWER_STORE_H

#include "Value.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include <deque>

namespace onnxc::lower {

class Store {
public:
  struct Contents {
    bool aggregate = false;
    Value leaf;
    std::vector<Object *> children;
  };
  /// Objects with their new contents, in the order of their first write. Only objects that are older than the journal.
  using Writes = llvm::MapVector<Object *, Contents>;

  /// A new object with the value; an aggregate value makes children.
  Object *create(clang::QualType type, std::string name, Value value, clang::SourceLocation declared = {});

  // Objects that are choices are read and written by those who can make an If of it.

  /// The value with all parts; references are not followed.
  Value load(Object *object);
  /// Writes a value. An aggregate of the same size is written part by part, so that references to parts stay valid.
  void assign(Object *object, Value value);
  /// Replaces the children of an aggregate (push_back, resize ...).
  void setChildren(Object *object, std::vector<Object *> children);

  /// The number that the next object will have as its birth.
  uint64_t now() const { return clock; }

  void begin();
  /// Ends the innermost journal: what was written, after it has been taken back.
  Writes rollback();
  /// Writes again what rollback() returned.
  void apply(const Writes &writes);

  /// While set, objects whose leaf is read are added.
  llvm::DenseSet<Object *> *reads = nullptr;

private:
  struct Journal {
    uint64_t start;
    Writes old;
  };
  Object *createPart(Object *whole, Value value);
  void remember(Object *object);
  void write(Object *object, Contents contents);

  std::deque<Object> objects;
  std::vector<Journal> journals;
  uint64_t clock = 1;
};

} // namespace onnxc::lower

#endif
