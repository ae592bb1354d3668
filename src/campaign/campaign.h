#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "campaign/executor.h"
#include "campaign/set.h"
#include "campaign/store.h"

namespace arges::campaign {

/// How far a campaign is.
struct State {
  std::size_t runs = 0;  ///< of the whole campaign
  std::size_t done = 0;  ///< of them, now or earlier
  std::size_t done_now = 0;
  std::size_t changed = 0;  ///< done earlier, but what they depend on is another now
  std::size_t wrong = 0;    ///< of those done now
};

/// All runs of a set that are not in its store yet.
class Campaign {
 public:
  /// Throws UsageError if a tool can't be started. Results with one of these verdicts are no reason
  /// not to run again.
  Campaign(const Set& set, Store& store, const std::set<Status>& again);

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
  };
  /// Runs what is missing; less, if `limits` say so.
  void run(Executor& executor, const Limits& limits, const Watcher& watcher);

  const State& state() const { return state_; }
  /// What would be run, in order.
  struct Planned {
    std::size_t task;
    std::size_t column;
    std::string fingerprint;
  };
  const std::vector<Planned>& plan() const { return plan_; }

 private:
  const Set& set_;
  Store& store_;
  std::vector<Planned> plan_;
  State state_;
};

}  // namespace arges::campaign
