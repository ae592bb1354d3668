#include "engine/coverage/few_traces.h"

#include <algorithm>
#include <set>

namespace arges::engine {

namespace {

/// Searches larger than that are left to the greedy choice.
constexpr std::size_t most_tries = 200'000;

/// A cover of goals by traces (set cover): which traces meet which goals that are still open.
class Cover {
 public:
  Cover(std::size_t num_traces, const std::vector<std::vector<std::size_t>>& traces_of)
      : goals_of_(num_traces), traces_of_(traces_of) {
    for (std::size_t goal = 0; goal < traces_of.size(); ++goal) {
      if (traces_of[goal].empty()) continue;
      open_.insert(goal);
      for (const std::size_t trace : traces_of[goal]) goals_of_[trace].push_back(goal);
    }
  }

  std::vector<std::size_t> solve() {
    take_only_ones();
    std::vector<std::size_t> greedy = taken_;
    for (const std::size_t trace : greedy_rest(open_)) greedy.push_back(trace);
    best_ = greedy;
    tries_ = 0;
    search(open_);
    std::sort(best_.begin(), best_.end());
    return best_;
  }

 private:
  using Goals = std::set<std::size_t>;

  void take_only_ones() {
    for (const auto& traces : traces_of_) {
      const bool is_only = traces.size() == 1;
      if (!is_only || std::find(taken_.begin(), taken_.end(), traces.front()) != taken_.end())
        continue;
      taken_.push_back(traces.front());
      for (const std::size_t goal : goals_of_[traces.front()]) open_.erase(goal);
    }
  }

  std::size_t gain(std::size_t trace, const Goals& open) const {
    return static_cast<std::size_t>(
        std::count_if(goals_of_[trace].begin(), goals_of_[trace].end(),
                      [&](std::size_t goal) { return open.contains(goal); }));
  }

  std::vector<std::size_t> greedy_rest(Goals open) const {
    std::vector<std::size_t> result;
    while (!open.empty()) {
      // Only traces of open goals can gain anything; of equal ones the first.
      std::set<std::size_t> candidates;
      for (const std::size_t goal : open)
        candidates.insert(traces_of_[goal].begin(), traces_of_[goal].end());
      const std::size_t best = *std::max_element(
          candidates.begin(), candidates.end(),
          [&](std::size_t a, std::size_t b) { return gain(a, open) < gain(b, open); });
      result.push_back(best);
      for (const std::size_t goal : goals_of_[best]) open.erase(goal);
    }
    return result;
  }

  /// Branches on the open goal with the fewest traces; gives up what can't be better than the best.
  void search(const Goals& open) {
    if (++tries_ > most_tries) return;
    if (open.empty()) {
      if (taken_.size() < best_.size()) best_ = taken_;
      return;
    }
    if (taken_.size() + 1 >= best_.size()) return;
    const std::size_t goal = *std::min_element(open.begin(), open.end(), [&](auto a, auto b) {
      return traces_of_[a].size() < traces_of_[b].size();
    });
    for (const std::size_t trace : traces_of_[goal]) {
      Goals rest = open;
      for (const std::size_t met : goals_of_[trace]) rest.erase(met);
      taken_.push_back(trace);
      search(rest);
      taken_.pop_back();
    }
  }

  std::vector<std::vector<std::size_t>> goals_of_;
  const std::vector<std::vector<std::size_t>>& traces_of_;
  Goals open_;
  std::vector<std::size_t> taken_;
  std::vector<std::size_t> best_;
  std::size_t tries_ = 0;
};

}  // namespace

std::vector<std::size_t> few_traces(std::size_t num_traces,
                                    const std::vector<std::vector<std::size_t>>& traces_of) {
  return Cover(num_traces, traces_of).solve();
}

}  // namespace arges::engine
