// What a traced function cannot be specialised on is an error at its place, with what to do instead.
// REQUIRES: onnxc
// RUN: %onnxc --emit=cpp %s -o %t.cc -- -Xclang -verify
// RUN: not %onnxc --check %s -- -fdiagnostics-parseable-fixits 2>&1 | FileCheck %s
#include <onnxc/opset20.h>
#include <any>
#include <array>
#include <complex>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>
using onnxc::Tensor;

class Private { // expected-note {{'Private' may say what tells its values apart}}
  int a = 0;
  float b = 1;
};
// CHECK-DAG: fix-it:"{{.*}}key-types.cc":{[[@LINE-1]]:1-[[@LINE-1]]:1}:"public: auto onnxc_members() const { return std::tie(a, b); } "
struct Constructed { // expected-note {{'Constructed' may say what tells its values apart}}
  explicit Constructed(int n) : n(n) {}
  int n;
};
struct Inner {
  int *pointer; // expected-note {{member 'pointer' has type 'int *'}}
};
struct Outer {
  int n;
  std::vector<Inner> inner;
};

[[onnx::trace]] Tensor pointer(Tensor x, const void *p); // declared only
[[onnx::trace]] Tensor pointer(Tensor x, const void *p) { return x; } // expected-error {{parameter 'p' of traced function 'pointer' has type 'const void *', which it cannot be specialised on: a pointer does not say what it points to. Pass the value itself [onnxc-traced-key]}}
[[onnx::trace]] Tensor tensorPointer(Tensor *x) { return *x; } // expected-error {{a pointer does not say what it points to}}
[[onnx::trace]] Tensor owned(Tensor x, std::shared_ptr<int> p) { return x; } // expected-error {{a pointer does not say}}
[[onnx::trace]] Tensor array(Tensor x, int a[3]) { return x; } // expected-error {{parameter 'a' of traced function 'array' has type 'int[3]', which it cannot be specialised on: it is an array. Use std::array}}
[[onnx::trace]] Tensor arrayReference(Tensor x, const char (&s)[3]) { return x; } // expected-error {{it is an array. Use std::array}}
[[onnx::trace]] Tensor hidden(Tensor x, const Private &p) { return x; } // expected-error {{parameter 'p' of traced function 'hidden' has type 'const Private &', which it cannot be specialised on: its members cannot be read. Give it a method 'onnxc_members' that returns std::tie of what tells its values apart}}
[[onnx::trace]] Tensor made(Tensor x, std::optional<Constructed> p) { return x; } // expected-error {{its members cannot be read}}
[[onnx::trace]] Tensor nested(Tensor x, Outer o) { return x; } // expected-error {{parameter 'o' of traced function 'nested' has type 'Outer', which it cannot be specialised on: a pointer}}
[[onnx::trace]] Tensor unordered(Tensor x, std::unordered_map<int, int> m) { return x; } // expected-error {{its elements have no order. Use std::map or std::set}}
[[onnx::trace]] Tensor function(Tensor x, std::function<int(int)> f) { return x; } // expected-error {{no text stands for its values. Pass the values that it depends on}}
[[onnx::trace]] Tensor any(Tensor x, std::variant<int, std::any> a) { return x; } // expected-error {{no text stands for its values}}

template <class F> [[onnx::trace]] Tensor apply(Tensor x, F f) { return f(x); } // expected-error {{which it cannot be specialised on: the captures of a lambda cannot be read. Use a struct with a call operator, or pass what it captures as parameters}}
Tensor calls(Tensor x) {
  int k = 1;
  return apply(apply(x, [](Tensor t) { return t; }), [k](Tensor t) { return t + k; });
}

Tensor captures(Tensor x) {
  Constructed made(1);
  int n = 2, *p = &n;
  auto f = [made] [[onnx::trace]] (Tensor t) { return t + made.n; }; // expected-error {{captured variable 'made' of traced function 'operator()' has type 'Constructed'}} expected-note@26 {{'Constructed' may say}}
  auto g = [p] [[onnx::trace]] (Tensor t) { return t + *p; }; // expected-error {{captured variable 'p' of traced function 'operator()' has type 'int *'}}
  return f(g(x));
}
struct Holder {
  std::unique_ptr<int> p;
  std::map<int, int> map;
  [[onnx::trace]] Tensor reads(Tensor x) const { return x + map.at(1) + int(map.size()); }
  std::unordered_map<int, int> unused;
  [[onnx::trace]] Tensor run(Tensor x) const { return x + *p; } // expected-error {{member 'p' of traced function 'run' has type 'std::unique_ptr<int>'}}
};

// All that can be.
enum class Mode { A };
struct Plain {
  int n;
  std::vector<std::vector<float>> lists;
  std::map<std::string, std::set<int>> map;
};
class Listed {
  int a = 0;

public:
  auto onnxc_members() const { return std::tie(a); }
};
struct Callable {
  Tensor operator()(Tensor x) const { return x; }
};
[[onnx::trace]] Tensor fine(Tensor x, Plain p, Listed l, Callable c, Mode m, char k, long double d, std::array<int, 2> a, std::pair<int, std::variant<int, float>> v,
                            Tensor (*f)(Tensor), const char *s, const char z[], std::optional<std::vector<int>> o, Tensor &&y, std::tuple<Tensor, int> t) {
  return x;
}
