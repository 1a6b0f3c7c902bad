#include "Schema/Schema.h"
#include "Schema/Suggest.h"

#include <gtest/gtest.h>
#include <thread>

namespace onnxc::schema {
namespace {

TEST(Schema, FindsTheVersionInForce) {
  EXPECT_EQ(find("", "Softmax", 12)->SinceVersion(), 11);
  EXPECT_EQ(find("", "Softmax", 13)->SinceVersion(), 13);
  EXPECT_EQ(find("", "Softmax", 20)->SinceVersion(), 13);
  EXPECT_EQ(find("ai.onnx", "Relu", 14), find("", "Relu", 20));
  EXPECT_EQ(find("ai.onnx.ml", "TreeEnsemble", 5)->SinceVersion(), 5);
}

TEST(Schema, FindsNothing) {
  EXPECT_EQ(find("", "Softmaxx", 13), nullptr);
  EXPECT_EQ(find("acme", "Softmax", 13), nullptr);
  EXPECT_EQ(find("", "Gelu", 19), nullptr);
  EXPECT_EQ(find("", "Softmax", 0), nullptr);
  EXPECT_EQ(find("", "Softmax", -1), nullptr);
  EXPECT_TRUE(versions("", "NoSuch").empty());
  EXPECT_EQ(newestOpset("acme"), 0);
}

TEST(Schema, FindsAVersionByItsNumber) {
  EXPECT_EQ(findSince("", "Softmax", 11)->SinceVersion(), 11);
  EXPECT_EQ(findSince("", "Softmax", 12), nullptr);
}

TEST(Schema, DeprecatedVersionsAreMarked) { EXPECT_TRUE(find("", "Upsample", 13)->Deprecated()); }

TEST(Schema, VersionsAreSorted) {
  auto add = versions("", "Add");
  ASSERT_EQ(add.size(), 5u);
  for (size_t i = 1; i < add.size(); ++i)
    EXPECT_LT(add[i - 1]->SinceVersion(), add[i]->SinceVersion());
}

TEST(Schema, KnowsAllOperators) {
  EXPECT_GT(all().size(), 600u);
  EXPECT_GE(newestOpset(""), 28);
  EXPECT_EQ(newestOpset(""), newestOpset("ai.onnx"));
  EXPECT_GE(newestOpset("ai.onnx.ml"), 5);
  for (const OpSchema *schema : all())
    EXPECT_EQ(findSince(schema->domain(), schema->Name(), schema->SinceVersion()), schema);
}

TEST(Schema, Suggests) {
  EXPECT_EQ(suggest("", "SoftMax").front(), "Softmax");
  EXPECT_EQ(suggest("", "ReduceSums").front(), "ReduceSum");
  EXPECT_LE(suggest("", "Add").size(), 3u);
  EXPECT_TRUE(suggest("", "Xylophone").empty());
  EXPECT_TRUE(suggest("acme", "Softmax").empty());
  EXPECT_TRUE(suggest("", std::string(1000, 'S')).empty());
}

TEST(Schema, ThreadsAgree) {
  const OpSchema *found[8] = {};
  std::vector<std::thread> threads;
  for (auto &slot : found)
    threads.emplace_back([&slot] { slot = find("", "Conv", 20); });
  for (auto &thread : threads)
    thread.join();
  for (auto *schema : found)
    EXPECT_EQ(schema, found[0]);
}

} // namespace
} // namespace onnxc::schema
