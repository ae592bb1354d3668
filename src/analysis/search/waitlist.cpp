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
  void add(NodeId node) override { queue_.push_back(node); }
  std::optional<NodeId> take() override {
    if (queue_.empty()) return std::nullopt;
    const NodeId node = queue_.front();
    queue_.pop_front();
    return node;
  }
  void clear() override { queue_.clear(); }

 private:
  std::deque<NodeId> queue_;
};

class DepthFirst : public Waitlist {
 public:
  void add(NodeId node) override { stack_.push_back(node); }
  std::optional<NodeId> take() override {
    if (stack_.empty()) return std::nullopt;
    const NodeId node = stack_.back();
    stack_.pop_back();
    return node;
  }
  void clear() override { stack_.clear(); }

 private:
  std::vector<NodeId> stack_;
};

/// Smallest distance to a target first; of equals the one nearer to the root, then the older one.
class ErrorDistance : public Waitlist {
 public:
  ErrorDistance(const Arg& arg, const System& system) : arg_(arg), system_(system) {}

  void add(NodeId node) override {
    constexpr auto never = std::numeric_limits<std::uint32_t>::max();
    const ArgNode& n = arg_.node(node);
    queue_.push({system_.distance_to_target(n.control).value_or(never), n.depth, next_++, node});
  }
  std::optional<NodeId> take() override {
    if (queue_.empty()) return std::nullopt;
    const NodeId node = std::get<3>(queue_.top());
    queue_.pop();
    return node;
  }
  void clear() override { queue_ = {}; }

 private:
  using Entry = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t, NodeId>;
  const Arg& arg_;
  const System& system_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
  std::uint64_t next_ = 0;
};

}  // namespace

std::unique_ptr<Waitlist> make_waitlist(SearchKind kind, const Arg& arg, const System& system) {
  switch (kind) {
    case SearchKind::breadth_first:
      return std::make_unique<BreadthFirst>();
    case SearchKind::depth_first:
      return std::make_unique<DepthFirst>();
    case SearchKind::error_distance:
      return std::make_unique<ErrorDistance>(arg, system);
  }
  UNREACHABLE("search order should be known");
}

}  // namespace arges::analysis
