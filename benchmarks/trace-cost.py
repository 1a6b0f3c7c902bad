"""usage: trace-cost.py ONNXC BUILD CXX FLAG... : what the runtime costs a node and a call, against raw protobuf and onnx.helper.

All are measured in turn in one run, so that the ratios do not depend on the machine. FLAG...: `onnxc --print-include-flags`. BUILD: the build folder,
for the libraries. Wants numpy and onnx in its Python."""
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import onnx

sys.path.append(str(pathlib.Path(__file__).parent.parent / "test" / "Trace" / "Inputs"))
import program  # how a program with stubs is built

NODES, CALLS, ROUNDS = 20000, 20000, 7

SOURCE = """
#include <onnxc/model.h>
#include <onnxc/opset20.h>
#include <chrono>
#include <cstdio>
#include <google/protobuf/arena.h>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace bench {
[[onnx::trace]] Tensor scaled(Tensor x, float factor) { return x.rank() == 2 ? op::Relu(x * factor) : x; }
}

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// Seconds to make nodes, and to make bytes of them.
std::pair<double, double> tracedNodes(int count) {
  double start = now();
  onnxc::ModelBuilder b;
  Tensor x = b.input<float>("x", {"N", 4}), y = x;
  for (int i = 0; i < count; i += 2)
    y = op::Relu(y + x);
  b.output("y", y);
  double built = now();
  std::string bytes = b.build().SerializeAsString();
  return {built - start, now() - built};
}

std::pair<double, double> tracedCalls(int count) {
  onnxc::ModelBuilder b;
  Tensor x = b.input<float>("x", {"N", 4}), y = bench::scaled(x, 0.5f);
  double start = now();
  for (int i = 0; i < count; ++i)
    y = bench::scaled(y, 0.5f);
  double built = now();
  b.output("y", y);
  std::string bytes = b.build().SerializeAsString();
  return {built - start, now() - built};
}

std::pair<double, double> rawNodes(int count) {
  double start = now();
  google::protobuf::Arena arena;
  auto *model = google::protobuf::Arena::CreateMessage<onnx::ModelProto>(&arena);
  std::string last = "x";
  for (int i = 0; i < count; ++i) {
    onnx::NodeProto *node = model->mutable_graph()->add_node();
    node->set_op_type(i % 2 ? "Relu" : "Add");
    node->add_input(last);
    if (i % 2 == 0)
      node->add_input("x");
    last = "y_" + std::to_string(i);
    node->set_name(last);
    node->add_output(last);
  }
  double built = now();
  std::string bytes = model->SerializeAsString();
  return {built - start, now() - built};
}

int main(int, char **argv) {
  int nodes = std::atoi(argv[1]), calls = std::atoi(argv[2]);
  auto print = [](std::pair<double, double> times) { std::printf("%g %g ", times.first, times.second); };
  print(rawNodes(nodes));
  print(tracedNodes(nodes));
  print(tracedCalls(calls));
}
"""


def build(folder, onnxc, build_folder, compiler, flags):
    source = folder / "bench.cc"
    source.write_text(SOURCE)
    stub = folder / "bench.onnxc.cc"
    subprocess.run([onnxc, "--emit=cpp", source, "-o", stub], check=True)
    libraries = [pathlib.Path(build_folder) / "lib" / f"libonnxc-{name}.a" for name in ("runtime", "graph", "schema")]
    subprocess.run([compiler, "-std=c++20", "-O2", *flags, *program.ANNOTATIONS["clang++" if "clang" in compiler else "g++"], stub, *libraries,
                    *program.onnx_libraries(flags), "-lprotobuf", "-pthread", "-o", folder / "bench"], check=True)
    return folder / "bench"


def helper_seconds():
    """onnx.helper: the same graph, built and serialised."""
    start = time.perf_counter()
    nodes, last = [], "x"
    for i in range(NODES):
        name = f"y_{i}"
        nodes.append(onnx.helper.make_node("Relu" if i % 2 else "Add", [last] if i % 2 else [last, "x"], [name], name=name))
        last = name
    graph = onnx.helper.make_graph(nodes, "graph", [], [])
    onnx.helper.make_model(graph).SerializeToString()
    return time.perf_counter() - start


def main(onnxc, build_folder, compiler, flags):
    with tempfile.TemporaryDirectory() as folder:
        bench = build(pathlib.Path(folder), onnxc, build_folder, compiler, flags)
        rows = []
        for _ in range(ROUNDS):
            text = subprocess.run([bench, str(NODES), str(CALLS)], check=True, capture_output=True, text=True).stdout
            rows.append([*map(float, text.split()), helper_seconds()])
    medians = [statistics.median(column) * 1e6 for column in zip(*rows)]
    raw = (medians[0] + medians[1]) / NODES
    made, finished = medians[2] / NODES, medians[3] / NODES
    called, calls_finished = medians[4] / CALLS, medians[5] / CALLS
    helper = medians[6] / NODES
    print(f"a node, made and serialised: raw protobuf {raw:.2f} us, onnx.helper {helper:.2f} us, onnxc {made:.2f} + {finished:.2f} us "
          f"(checked and with types): {(made + finished) / raw:.1f} times raw, {(made + finished) / helper:.2f} times onnx.helper")
    print(f"a traced call that reuses a function: {called:.2f} + {calls_finished:.2f} us: {called / raw:.1f} times a raw node")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
