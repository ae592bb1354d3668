// Histories of refinements: what each iteration shows is a graph, its
// counterexample leads to a target, and nothing that was learnt is told twice.
#include "engine/history_recorder.h"

#include <filesystem>
#include <fstream>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "engine/checker.h"
#include "engine/options.h"
#include "engine/task.h"

namespace arges::engine {
namespace {

using nlohmann::json;

constexpr const char* counter = R"(
main process counter {
  var x : int
  var y : int
  init loc A
  loc B
  loc C
  error loc E
  A -> B { x := 0  y := 0 }
  B -> B { assume x < 4  x := x + 1  y := y + 2 }
  B -> C { assume x >= 4 }
  C -> E { assume y /= 8 }
}
)";

/// One file that is gone at the end.
class ModelFile {
 public:
  explicit ModelFile(const char* text)
      : path_(testing::TempDir() + "arges_history_" + std::to_string(getpid()) + ".cfa") {
    std::ofstream(path_) << text;
  }
  ~ModelFile() { std::filesystem::remove(path_); }
  ModelFile(const ModelFile&) = delete;
  ModelFile& operator=(const ModelFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// The history of a check, and its verdict.
json history_of(const char* model, analysis::PruneKind prune, DomainKind domain) {
  const ModelFile file(model);
  Env env;
  const auto task = load(env, {file.path(), "", {}, {}, CheckAt::all});
  Configuration configuration = defaults_of(EngineKind::cegar);
  configuration.prune = prune;
  configuration.domain = domain;
  CheckOptions options;
  options.keeps_history = true;
  const auto result = check_property(env, *task, 0, configuration, nullptr, options);
  json made = json::parse(result.history);
  made["answer"] = result.verdict.answer == analysis::Answer::holds ? "proved" : "violated";
  return made;
}

bool is_there(const json& graph, std::size_t row, int iteration) {
  const int born = graph["born"][row];
  const int died = graph["died"][row];
  return born <= iteration && (died == 0 || iteration < died);
}

/// What every history must be.
void expect_whole(const json& history) {
  const json& graph = history["graph"];
  const std::size_t rows = graph["parent"].size();
  for (const char* column : {"control", "state", "action", "born", "died", "target"})
    ASSERT_EQ(graph[column].size(), rows) << column;
  ASSERT_FALSE(history["iterations"].empty());
  std::set<std::string> learnt;
  for (const json& iteration : history["iterations"]) {
    const int number = iteration["number"];
    for (std::size_t row = 0; row < rows; ++row) {
      const int parent = graph["parent"][row];
      if (!is_there(graph, row, number) || parent < 0) continue;
      EXPECT_LT(static_cast<std::size_t>(parent), row) << "parents come first";
      EXPECT_TRUE(is_there(graph, static_cast<std::size_t>(parent), number))
          << "row " << row << " hangs nowhere in iteration " << number;
    }
    int before = -1;
    for (const json& row : iteration["path"]) {
      EXPECT_TRUE(is_there(graph, row, number));
      EXPECT_EQ(graph["parent"][row.get<std::size_t>()], before);
      before = row;
    }
    if (before >= 0) {
      EXPECT_EQ(graph["target"][static_cast<std::size_t>(before)], 1);
    }
    for (const json& fact : iteration["learnt"])
      EXPECT_TRUE(learnt.insert(fact.dump()).second) << fact << " is learnt twice";
  }
  for (const json& cover : graph["covers"])
    for (int number = cover[2];
         number < (cover[3] == 0 ? cover[2].get<int>() + 1 : cover[3].get<int>()); ++number) {
      EXPECT_TRUE(is_there(graph, cover[0], number));
      EXPECT_TRUE(is_there(graph, cover[1], number));
    }
  EXPECT_EQ(history["iterations"].back()["outcome"], history["answer"]);
}

TEST(HistoryRecorder, ShowsEveryIterationOfAProof) {
  for (const analysis::PruneKind prune : {analysis::PruneKind::lazy, analysis::PruneKind::full})
    for (const DomainKind domain : {DomainKind::explicit_values, DomainKind::pred_cart}) {
      const json history = history_of(counter, prune, domain);
      expect_whole(history);
      EXPECT_EQ(history["answer"], "proved");
      ASSERT_GE(history["iterations"].size(), 2U);
      const json& first = history["iterations"][0];
      EXPECT_EQ(first["outcome"], "spurious");
      EXPECT_FALSE(first["path"].empty());
      EXPECT_FALSE(first["refutation"].empty());
      EXPECT_FALSE(first["learnt"].empty());
      EXPECT_TRUE(history["iterations"].back()["path"].empty());
    }
}

TEST(HistoryRecorder, EndsWithTheViolation) {
  std::string broken = counter;
  broken.replace(broken.find("y /= 8"), 6, "y /= 7");
  const json history =
      history_of(broken.c_str(), analysis::PruneKind::lazy, DomainKind::explicit_values);
  expect_whole(history);
  EXPECT_EQ(history["answer"], "violated");
  EXPECT_FALSE(history["iterations"].back()["path"].empty());
}

}  // namespace
}  // namespace arges::engine
