// Models as files: external data, models above protobuf's 2 GB, and what is left behind when writing fails.
#include "Stubs.h"
#include <csignal>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace onnxc;
namespace fs = std::filesystem;

namespace {

struct Save : testing::Test {
  fs::path folder = fs::temp_directory_path() / ("onnxc-save-" + std::to_string(getpid()));
  Save() { fs::create_directories(folder); }
  ~Save() { fs::remove_all(folder); }
  std::string path(const std::string &name) { return (folder / name).string(); }

  static void put(const fs::path &file, const std::string &text) { std::ofstream(file, std::ios::binary) << text; }
  static std::string get(const fs::path &file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  std::vector<std::string> files() {
    std::vector<std::string> names;
    for (const fs::directory_entry &entry : fs::directory_iterator(folder))
      names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }
  static std::string errorOf(const onnx::ModelProto &model, const std::string &path, const SaveOptions &options = {}) {
    try {
      save(model, path, options);
    } catch (const std::runtime_error &error) {
      return error.what();
    }
    return "no error";
  }
};

onnx::TensorProto numbers(const std::string &name, int64_t count) {
  onnx::TensorProto tensor;
  tensor.set_name(name);
  tensor.set_data_type(onnx::TensorProto::FLOAT);
  tensor.add_dims(count);
  for (int64_t i = 0; i < count; ++i)
    tensor.add_float_data(static_cast<float>(i));
  return tensor;
}

onnx::ModelProto smallModel() {
  ModelBuilder b;
  Tensor x = b.input<float>("x", {1000});
  b.output("y", x * b.initializer("w", numbers("", 1000)) + onnxc::tensor(std::vector<float>(1000, 0.5f)));
  return b.build();
}

using Names = std::vector<std::string>;

TEST_F(Save, NothingButTheDataOfLargeTensorsIsLeftOut) {
  onnx::ModelProto model = smallModel();
  model.set_domain("acme");
  model.set_model_version(7);
  model.set_doc_string("text");
  model.add_metadata_props()->set_key("key");
  model.mutable_graph()->set_doc_string("graph");
  model.mutable_graph()->add_quantization_annotation()->set_tensor_name("w");
  model.mutable_graph()->add_sparse_initializer()->add_dims(3);
  model.mutable_graph()->mutable_initializer(0)->set_doc_string("weights");
  // A large constant inside a branch, beside a small one.
  onnx::NodeProto &branch = *model.mutable_graph()->add_node();
  branch.set_op_type("If");
  branch.set_name("choose");
  onnx::AttributeProto &attribute = *branch.add_attribute();
  attribute.set_name("then_branch");
  attribute.set_type(onnx::AttributeProto::GRAPH);
  for (int64_t size : {2000, 2}) {
    onnx::NodeProto &node = *attribute.mutable_g()->add_node();
    node.set_op_type("Constant");
    node.add_output("c" + std::to_string(size));
    onnx::AttributeProto &value = *node.add_attribute();
    value.set_name("value");
    value.set_type(onnx::AttributeProto::TENSOR);
    *value.mutable_t() = numbers("", size);
  }
  onnx::ModelProto before = model;
  save(model, path("m.onnx"), {.external_data = "m.bin"});
  EXPECT_EQ(model.SerializeAsString(), before.SerializeAsString());
  EXPECT_EQ(files(), (Names{"m.bin", "m.onnx"}));

  onnx::ModelProto written;
  ASSERT_TRUE(written.ParseFromString(get(path("m.onnx"))));
  std::vector<onnx::TensorProto *> moved;
  for (onnx::GraphProto *graph :
       {written.mutable_graph(),
        written.mutable_graph()->mutable_node(written.graph().node_size() - 1)->mutable_attribute(0)->mutable_g()})
    for (onnx::TensorProto &tensor : *graph->mutable_initializer())
      if (tensor.data_location() == onnx::TensorProto::EXTERNAL)
        moved.push_back(&tensor);
  EXPECT_EQ(moved.size(), 3u);

  // Loading gives all of it back; constants have become initializers.
  onnx::ModelProto loaded = load(path("m.onnx"));
  EXPECT_EQ(loaded.domain(), "acme");
  EXPECT_EQ(loaded.model_version(), 7);
  EXPECT_EQ(loaded.doc_string(), "text");
  EXPECT_EQ(loaded.metadata_props(0).key(), "key");
  EXPECT_EQ(loaded.graph().doc_string(), "graph");
  EXPECT_EQ(loaded.graph().quantization_annotation(0).tensor_name(), "w");
  EXPECT_EQ(loaded.graph().sparse_initializer(0).dims(0), 3);
  EXPECT_EQ(loaded.graph().initializer(0).doc_string(), "weights");
  EXPECT_EQ(loaded.graph().input_size(), 1);
  EXPECT_EQ(loaded.graph().output(0).SerializeAsString(), model.graph().output(0).SerializeAsString());
  const onnx::GraphProto &nested = loaded.graph().node(loaded.graph().node_size() - 1).attribute(0).g();
  EXPECT_EQ(nested.node_size(), 1);
  ASSERT_EQ(nested.initializer_size(), 1);
  EXPECT_EQ(nested.initializer(0).name(), "c2000");
  float last;
  std::memcpy(&last, nested.initializer(0).raw_data().data() + 1999 * sizeof last, sizeof last);
  EXPECT_EQ(last, 1999.f);
}

TEST_F(Save, TheThresholdIsInBytes) {
  ModelBuilder b;
  b.output("small", b.initializer("w", std::vector<float>(100, 1.f)) * 2);
  b.output("large", b.initializer("v", std::vector<float>(300, 1.f)) * 2);
  save(b.build(), path("m.onnx"), {.external_data = "m.bin", .threshold = 1000});
  EXPECT_EQ(fs::file_size(path("m.bin")), 1200u);
}

TEST_F(Save, ADataFileIsANameInTheModelsFolder) {
  for (const char *name : {"../w.bin", "/w.bin", "sub/w.bin", "..", ".", "w/"})
    EXPECT_NE(errorOf(smallModel(), path("m.onnx"), {.external_data = name}).find("is no name of a file"),
              std::string::npos)
        << name;
  EXPECT_NE(errorOf(smallModel(), path("m.onnx"), {.external_data = "m.onnx"}).find("is the model's own"),
            std::string::npos);
  EXPECT_EQ(files(), Names{});
}

TEST_F(Save, WhatExistsIsKeptWhenWritingFails) {
  put(path("m.onnx"), "model");
  put(path("m.bin"), "data");
  fs::create_directory(path("folder"));
  const Names before = {"folder", "m.bin", "m.onnx"};
  // No folder; a file in its place; a folder in the place of the model or of the data.
  EXPECT_NE(errorOf(smallModel(), path("none/m.onnx")).find("No such file"), std::string::npos);
  EXPECT_NE(errorOf(smallModel(), path("none/m.onnx"), {.external_data = "m.bin"}).find("No such file"),
            std::string::npos);
  EXPECT_NE(errorOf(smallModel(), path("m.bin/m.onnx")).find("Not a directory"), std::string::npos);
  EXPECT_NE(errorOf(smallModel(), path("folder")).find("Is a directory"), std::string::npos);
  EXPECT_NE(errorOf(smallModel(), path("folder"), {.external_data = "m.bin"}).find("Is a directory"),
            std::string::npos);
  EXPECT_NE(errorOf(smallModel(), path("m.onnx"), {.external_data = "folder"}).find("Is a directory"),
            std::string::npos);
  EXPECT_EQ(files(), before);
  EXPECT_EQ(get(path("m.onnx")), "model");
  EXPECT_EQ(get(path("m.bin")), "data");
}

/// While it lives, the process may not do what only root may.
struct WithoutRoot {
  WithoutRoot() : user(geteuid()) {
    if (user == 0) {
      EXPECT_EQ(seteuid(nobody), 0);
    }
  }
  ~WithoutRoot() { EXPECT_EQ(seteuid(user), 0); }
  static constexpr uid_t nobody = 65534;
  uid_t user;
};

TEST_F(Save, NothingIsWrittenIntoAFolderThatRefuses) {
  using fs::perms;
  put(path("m.onnx"), "model");
  fs::permissions(folder, perms::owner_read | perms::owner_exec | perms::others_read | perms::others_exec);
  std::string error;
  {
    WithoutRoot user;
    error = errorOf(smallModel(), path("m.onnx"));
  }
  fs::permissions(folder, perms::owner_all);
  EXPECT_NE(error.find("Permission denied"), std::string::npos) << error;
  EXPECT_EQ(files(), Names{"m.onnx"});
  EXPECT_EQ(get(path("m.onnx")), "model");
}

/// A disk that is full behind `size` bytes of each file.
struct FullDisk {
  explicit FullDisk(rlim_t size) {
    handler = std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    rlimit limit = before;
    limit.rlim_cur = size;
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
  }
  rlimit before;
  void (*handler)(int);
};

TEST_F(Save, AFullDiskLeavesTheOldFiles) {
  put(path("m.onnx"), "model");
  put(path("m.bin"), "data");
  for (rlim_t size : {100, 4000, 6000}) {
    FullDisk disk(size);
    EXPECT_NE(errorOf(smallModel(), path("m.onnx")).find("File too large"), std::string::npos);
    EXPECT_NE(errorOf(smallModel(), path("m.onnx"), {.external_data = "m.bin"}).find("File too large"),
              std::string::npos);
  }
  EXPECT_EQ(files(), (Names{"m.bin", "m.onnx"}));
  EXPECT_EQ(get(path("m.onnx")), "model");
  EXPECT_EQ(get(path("m.bin")), "data");
  save(smallModel(), path("m.onnx"), {.external_data = "m.bin"});
  EXPECT_EQ(load(path("m.onnx")).graph().initializer_size(), 2);
}

TEST_F(Save, OfASymbolicLinkTheTargetIsReplaced) {
  fs::create_directory(path("real"));
  put(path("real/m.onnx"), "model");
  fs::create_symlink("real/m.onnx", path("m.onnx"));
  save(smallModel(), path("m.onnx"), {.external_data = "m.bin"});
  EXPECT_TRUE(fs::is_symlink(path("m.onnx")));
  EXPECT_EQ(load(path("real/m.onnx")).graph().initializer_size(), 2) << "the data lie beside the model itself";
  EXPECT_EQ(files(), (Names{"m.onnx", "real"}));
}

TEST_F(Save, PipesAreWrittenAndNeverReplaced) {
  std::string pipe = path("pipe"), read;
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::thread reader([&] { read = get(pipe); });
  save(smallModel(), pipe);
  reader.join();
  EXPECT_TRUE(fs::is_fifo(pipe));
  onnx::ModelProto model;
  EXPECT_TRUE(model.ParseFromString(read));
  EXPECT_EQ(files(), Names{"pipe"});
}

TEST_F(Save, DamagedDataFilesAreErrors) {
  save(smallModel(), path("m.onnx"), {.external_data = "m.bin"});
  fs::resize_file(path("m.bin"), fs::file_size(path("m.bin")) - 1);
  EXPECT_THROW(load(path("m.onnx")), std::runtime_error);
  fs::remove(path("m.bin"));
  EXPECT_THROW(load(path("m.onnx")), std::runtime_error);
  onnx::ModelProto model;
  ASSERT_TRUE(model.ParseFromString(get(path("m.onnx"))));
  put(folder / "secret", std::string(10000, 'x'));
  fs::create_directory(path("inner"));
  model.mutable_graph()->mutable_initializer(0)->mutable_external_data(0)->set_value("../secret");
  put(path("inner/m.onnx"), model.SerializeAsString());
  EXPECT_THROW(load(path("inner/m.onnx")), std::runtime_error);
}

} // namespace
