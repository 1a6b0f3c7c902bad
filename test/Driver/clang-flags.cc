// Clang's flags in all their forms, @file, compile_commands.json, standard input.
// RUN: rm -rf %t.d && mkdir -p %t.d/inc && cd %t.d && echo '#define TWO 2' > inc/two.h
// RUN: %onnxc %s -Iinc -DONE=1 -std=c++20 --check
// RUN: %onnxc %s -I inc -D ONE=1 -std=c++23 --check
// RUN: %onnxc %s --check -- -Iinc -DONE=1
// RUN: echo "-Iinc -DONE=1 --check" > args && %onnxc %s @args
// RUN: echo '[{"directory": "%t.d", "file": "%s", "command": "g++ -Iinc -DONE=1 -fno-such-flag-of-gcc -c %s"}]' > compile_commands.json
// RUN: %onnxc -p . %s --check
// RUN: %onnxc -Iinc -DONE=1 - -o - --emit=text < %s | FileCheck %s
// RUN: not %onnxc %s -Iinc 2>&1 | FileCheck %s --check-prefix=UNDEFINED
// RUN: ls %t.d | not grep onnx
// CHECK: f (
// UNDEFINED: error: use of undeclared identifier 'ONE'
#include "two.h"
#include <onnxc/opset20.h>
[[onnx::script]] onnxc::Tensor f(onnxc::Tensor x) { return x * TWO + ONE; }
