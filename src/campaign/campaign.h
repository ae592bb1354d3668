#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "campaign/executor.h"
#include "campaign/run_files.h"
#include "campaign/set.h"
#include "campaign/store.h"

namespace arges::campaign {

/// How far a campaign is.
struct State {
  std::size_t runs = 0;  ///< of the whole campaign
  std::size_t done = 0;  ///< of them, now or earlier
  std::size_t done_now = 0;
  std::size_t changed = 0;   ///< done earlier, but what they depend on is another now
  std::size_t wrong = 0;     ///< of those done now
  std::size_t outdated = 0;  ///< made now, and not kept: a file was changed meanwhile
};

/// Which runs of a campaign are wanted now.
struct Choice {
  std::vector<std::string> tasks = {};    ///< patterns of their names; none: all
  std::vector<std::string> columns = {};  ///< the same
  std::set<Status> again = {};            ///< results that are no reason not to run again

  bool fits(const Task& task, const Column& column) const;
};

/// All runs of a set that are not in its store yet.
class Campaign {
 public:
  /// Throws UsageError if a tool can't be started.
  Campaign(const Set& set, RunFiles& files, const Store::KnownRuns& known, const Choice& choice);

  /// Called for every run that has ended.
  struct Event {
    const Task& task;
    const Column& column;
    const Record& record;
    Judgement judgement;
  };
  struct Watcher {
    std::function<void(const Event&, const State&)> ended;
    std::function<void(const State&)> waiting;
    /// A run has ended, but a file that it depends on is another by then: it counts as missing.
    std::function<void(const Task&, const Column&, const std::string& file)> outdated;
  };
  /// Runs what is missing, into the store; less, if `limits` say so.
  void run(Store& store, Executor& executor, const Limits& limits, const Watcher& watcher);

  const State& state() const { return state_; }
  /// What would be run, in order.
  const std::vector<WantedRun>& plan() const { return plan_; }

 private:
  const Set& set_;
  RunFiles& files_;
  std::vector<Results::Column> columns_;
  std::vector<WantedRun> wanted_;  ///< all of the set, chosen or not
  std::vector<WantedRun> plan_;
  State state_;
};

}  // namespace arges::campaign
