#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/coverage/goals.h"
#include "engine/traces.h"
#include "support/task_of.h"

namespace arges::engine {

/// A model given as text, and what is to be covered of it.
class CoverageTest : public testing::Test {
 protected:
  CoverageTest() { env_.limits.start({}); }  // searches take their share of it

  void load(const std::string& name, const std::string& text) {
    request_ = test::request_for(name, text);
    LoadRequest request = request_;
    request.purpose = Purpose::traces;
    task_ = engine::load(env_, request);
    model_ = task_->trace_model();
  }
  void load_chart(const std::string& inside) {
    load("test.scxml",
         R"(<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">)" +
             inside + "</scxml>");
  }

  const GoalTable& goals(const CoverageRequest& request) {
    table_ = make_goals(model_, request);
    return table_;
  }
  /// Their names, sorted.
  std::vector<std::string> goal_names(const CoverageRequest& request) {
    std::vector<std::string> result;
    for (const CoverageGoal& goal : goals(request).goals) result.push_back(goal.name);
    std::sort(result.begin(), result.end());
    return result;
  }
  GoalId goal(const std::string& name) const {
    for (GoalId id = 0; id < table_.goals.size(); ++id)
      if (table_.goals[id].name == name) return id;
    ADD_FAILURE() << "there is no goal " << name;
    return 0;
  }

  /// What becomes of all goals, each as "NAME: STATUS"; every covered one is seen in a trace.
  std::vector<std::string> statuses(const CoverageRequest& coverage) {
    TraceRequest request;
    request.model = request_;
    request.coverage = coverage;
    request.search_seconds = 20;
    const GeneratedTraces traces(env_, request);
    std::vector<std::string> result;
    for (const auto& criterion : traces.set().criteria)
      for (const auto& one : criterion.goals)
        result.push_back(one.name + ": " + to_string(one.status));
    std::sort(result.begin(), result.end());
    return result;
  }

  Env env_;
  LoadRequest request_;
  std::unique_ptr<Task> task_;
  TraceModel model_;
  GoalTable table_;
};

}  // namespace arges::engine
