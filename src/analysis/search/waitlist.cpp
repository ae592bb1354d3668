#include "analysis/search/waitlist.h"

#include <deque>
#include <limits>
#include <queue>
#include <tuple>

#include "base/invariant.h"

namespace arges::analysis {

namespace {

class BreadthFirst : public Waitlist {
 public:
  using Waitlist::Waitlist;
  void clear() override { queue_.clear(); }

 private:
  void put(Entry entry) override { queue_.push_back(entry); }
  std::optional<Entry> next() override {
    if (queue_.empty()) return std::nullopt;
    const Entry entry = queue_.front();
    queue_.pop_front();
    return entry;
  }

  std::deque<Entry> queue_;
};

class DepthFirst : public Waitlist {
 public:
  using Waitlist::Waitlist;
  void clear() override { stack_.clear(); }

 private:
  void put(Entry entry) override { stack_.push_back(entry); }
  std::optional<Entry> next() override {
    if (stack_.empty()) return std::nullopt;
    const Entry entry = stack_.back();
    stack_.pop_back();
    return entry;
  }

  std::vector<Entry> stack_;
};

/// Smallest distance to a target first; of equals the one nearer to the root, then the older one.
class ErrorDistance : public Waitlist {
 public:
  ErrorDistance(const Arg& arg, const System& system) : Waitlist(arg), system_(system) {}
  void clear() override { queue_ = {}; }

 private:
  void put(Entry entry) override {
    constexpr auto never = std::numeric_limits<std::uint32_t>::max();
    const ArgNode& node = arg_.node(entry.node);
    const auto distance = system_.distance_to_target(node.control).value_or(never);
    queue_.push({distance, node.depth, entry.serial, entry.node});
  }
  std::optional<Entry> next() override {
    if (queue_.empty()) return std::nullopt;
    const auto [distance, depth, serial, node] = queue_.top();
    queue_.pop();
    return Entry{node, serial};
  }

  using Ranked = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, NodeId>;
  const System& system_;
  std::priority_queue<Ranked, std::vector<Ranked>, std::greater<>> queue_;
};

}  // namespace

std::optional<NodeId> Waitlist::take() {
  while (const auto entry = next())
    if (arg_.node(entry->node).serial == entry->serial) return entry->node;
  return std::nullopt;
}

std::unique_ptr<Waitlist> make_waitlist(SearchKind kind, const Arg& arg, const System& system) {
  switch (kind) {
    case SearchKind::breadth_first:
      return std::make_unique<BreadthFirst>(arg);
    case SearchKind::depth_first:
      return std::make_unique<DepthFirst>(arg);
    case SearchKind::error_distance:
      return std::make_unique<ErrorDistance>(arg, system);
  }
  UNREACHABLE("search order should be known");
}

}  // namespace arges::analysis
