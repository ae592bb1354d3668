#include "engine/task.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/env.h"

namespace arges::engine {
namespace {

/// A model file, for as long as it lives.
class ModelFile {
 public:
  ModelFile(const std::string& name, const std::string& text)
      : path_(testing::TempDir() + "/" + name) {
    std::ofstream(path_) << text;
  }
  ~ModelFile() { std::remove(path_.c_str()); }
  ModelFile(const ModelFile&) = delete;
  ModelFile& operator=(const ModelFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

constexpr const char* counter =
    "var x : integer = 0\ntrans { x := x + 1; } init {} env {} prop { x < 5 }";
constexpr const char* automaton = "main process m { init loc A error loc E A -> E }";

TEST(TaskTest, ALimitStopsLoading) {
  const ModelFile files[] = {{"task_limit.xsts", counter}, {"task_limit.cfa", automaton}};
  for (const ModelFile& file : files) {
    LoadRequest request;
    request.path = file.path();
    Env env;
    EXPECT_EQ(load(env, request)->num_properties(), 1U);
    env.limits.request_stop(StopReason::interrupted);
    EXPECT_THROW(load(env, request), LimitReached) << file.path();
  }
}

TEST(TaskTest, UnitesLocationsButNotConditions) {
  const ModelFile file("task_unite.cfa",
                       "main process m { var x : int  init loc A error loc E error loc F\n"
                       "A -> E { assume x = 1 } A -> F { assume x = 2 } }");
  LoadRequest request;
  request.path = file.path();
  request.properties = {"E", "F", "x < 7"};
  Env env;
  const std::unique_ptr<Task> task = load(env, request);
  EXPECT_FALSE(task->unite({0, 2})) << "a condition is not a place";
  const auto united = task->unite({0, 1});
  ASSERT_EQ(united, 3U);
  EXPECT_THAT(task->parts(*united), testing::ElementsAre(0, 1));
  const analysis::System& system = task->system(*united);
  int targets = 0;
  for (analysis::Control control = 0; system.has_control(control); ++control) {
    const bool of_a_part = task->system(0).is_target(control) || task->system(1).is_target(control);
    EXPECT_EQ(system.is_target(control), of_a_part);
    if (of_a_part) ++targets;
  }
  EXPECT_EQ(targets, 2);
}

TEST(TaskTest, AnExpressionNamesThePropertiesThatMeanTheSame) {
  const ModelFile file("task_find.xsts", counter);
  LoadRequest request;
  request.path = file.path();
  request.properties = {"x < 7", "prop", "x != 3", "5 > x"};
  Env env;
  const std::unique_ptr<Task> task = load(env, request);
  using testing::ElementsAre;
  EXPECT_THAT(task->find_properties("x < 7"), ElementsAre(0));
  EXPECT_THAT(task->find_properties("prop { 7>x }"), ElementsAre(0));
  EXPECT_THAT(task->find_properties("x<5"), ElementsAre(1, 3)) << "the model's own, and one given";
  EXPECT_THAT(task->find_properties("prop"), ElementsAre(1, 3));
  EXPECT_THAT(task->find_properties("x!=3"), ElementsAre(2));
  for (const char* other : {"x < 8", "y < 7", "x <", "", "gone.prop", "termination"})
    EXPECT_THAT(task->find_properties(other), testing::IsEmpty()) << other;
}

}  // namespace
}  // namespace arges::engine
