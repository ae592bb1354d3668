#include "engine/coverage/few_traces.h"

#include <algorithm>
#include <bit>
#include <queue>

namespace arges::engine {

namespace {

/// Searches larger than that are left to the greedy choice.
constexpr std::size_t most_tries = 200'000;
/// How often a search asks whether it has to stop.
constexpr std::size_t tries_between_checks = 256;

/// Some goals, as bits.
class Goals {
 public:
  explicit Goals(std::size_t size) : words_((size + 63) / 64) {}

  void insert(std::size_t goal) { words_[goal / 64] |= std::uint64_t{1} << (goal % 64); }
  void erase(const Goals& others) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~others.words_[i];
  }
  bool empty() const {
    return std::all_of(words_.begin(), words_.end(), [](std::uint64_t word) { return word == 0; });
  }
  std::size_t count_common(const Goals& others) const {
    std::size_t result = 0;
    for (std::size_t i = 0; i < words_.size(); ++i)
      result += static_cast<std::size_t>(std::popcount(words_[i] & others.words_[i]));
    return result;
  }
  template <typename Visit>
  void for_each(const Visit& visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1)
        visit(64 * i + static_cast<std::size_t>(std::countr_zero(word)));
  }

 private:
  std::vector<std::uint64_t> words_;
};

/// A cover of goals by traces (set cover): which traces meet which goals that are still open.
class Cover {
 public:
  Cover(const Limits& limits, std::size_t num_traces,
        const std::vector<std::vector<std::size_t>>& traces_of)
      : limits_(limits),
        goals_of_(num_traces, Goals(traces_of.size())),
        traces_of_(traces_of),
        open_(traces_of.size()) {
    for (std::size_t goal = 0; goal < traces_of.size(); ++goal) {
      if (traces_of[goal].empty()) continue;
      open_.insert(goal);
      for (const std::size_t trace : traces_of[goal]) goals_of_[trace].insert(goal);
    }
  }

  std::vector<std::size_t> solve() {
    take_only_ones();
    best_ = taken_;
    for (const std::size_t trace : greedy_rest(open_)) best_.push_back(trace);
    search(open_);
    std::sort(best_.begin(), best_.end());
    return best_;
  }

 private:
  void take_only_ones() {
    for (const auto& traces : traces_of_) {
      const bool is_only = traces.size() == 1;
      if (!is_only || std::find(taken_.begin(), taken_.end(), traces.front()) != taken_.end())
        continue;
      taken_.push_back(traces.front());
      open_.erase(goals_of_[traces.front()]);
    }
  }

  /// Gains only get smaller, so one that is still what it was is the largest; of equal ones the
  /// first is taken.
  std::vector<std::size_t> greedy_rest(Goals open) const {
    struct Candidate {
      std::size_t gain;
      std::size_t trace;
      bool operator<(const Candidate& other) const {
        return gain != other.gain ? gain < other.gain : trace > other.trace;
      }
    };
    std::priority_queue<Candidate> candidates;
    for (std::size_t trace = 0; trace < goals_of_.size(); ++trace)
      candidates.push({goals_of_[trace].count_common(open), trace});
    std::vector<std::size_t> result;
    while (!open.empty()) {
      const Candidate best = candidates.top();
      candidates.pop();
      const std::size_t gain = goals_of_[best.trace].count_common(open);
      if (gain < best.gain) {
        candidates.push({gain, best.trace});
        continue;
      }
      result.push_back(best.trace);
      open.erase(goals_of_[best.trace]);
    }
    return result;
  }

  bool is_over() {
    if (tries_++ % tries_between_checks == 0 && limits_.reason() != StopReason::none)
      tries_ = most_tries;
    return tries_ >= most_tries;
  }

  /// Branches on the open goal with the fewest traces; gives up what can't be better than the best.
  void search(const Goals& open) {
    if (is_over()) return;
    if (open.empty()) {
      if (taken_.size() < best_.size()) best_ = taken_;
      return;
    }
    if (taken_.size() + 1 >= best_.size()) return;
    const std::vector<std::size_t>* fewest = nullptr;
    open.for_each([&](std::size_t goal) {
      if (fewest == nullptr || traces_of_[goal].size() < fewest->size()) fewest = &traces_of_[goal];
    });
    for (const std::size_t trace : *fewest) {
      Goals rest = open;
      rest.erase(goals_of_[trace]);
      taken_.push_back(trace);
      search(rest);
      taken_.pop_back();
    }
  }

  const Limits& limits_;
  std::vector<Goals> goals_of_;
  const std::vector<std::vector<std::size_t>>& traces_of_;
  Goals open_;
  std::vector<std::size_t> taken_;
  std::vector<std::size_t> best_;
  std::size_t tries_ = 0;
};

}  // namespace

std::vector<std::size_t> few_traces(const Limits& limits, std::size_t num_traces,
                                    const std::vector<std::vector<std::size_t>>& traces_of) {
  return Cover(limits, num_traces, traces_of).solve();
}

}  // namespace arges::engine
