#include "lts/temporal/emptiness.h"

#include <bit>

namespace arges::lts {

namespace {

using automata::Marks;
using State = ActionProduct::State;

/// The depth-first search of one product.
class AcceptingSearch {
 public:
  AcceptingSearch(ActionProduct& product, const Limits* limits, const SearchProgress& progress)
      : product_(product), limits_(limits), progress_(progress) {}

  Emptiness run() {
    enter(product_.initial(), 0);
    while (!path_.empty()) {
      Frame& frame = path_.back();
      if (frame.next == frame.edges.size()) {
        leave();
      } else {
        const ActionProduct::Edge edge = frame.edges[frame.next++];
        if (!follow(edge)) continue;
        result_.accepting.assign(live_.begin() + roots_.back().position, live_.end());
        return std::move(result_);
      }
    }
    result_.is_empty = true;
    return std::move(result_);
  }

 private:
  struct Frame {
    State state;
    std::vector<ActionProduct::Edge> edges;
    std::size_t next;
  };
  /// A component as far as it is known.
  struct Root {
    std::uint32_t position;  ///< of its first state among those that live
    Marks entering;          ///< of the edge that led there
    Marks inside;
    bool has_edges;
  };
  static constexpr std::uint32_t unseen = Emptiness::none;

  void enter(State state, Marks entering) {
    if (limits_ != nullptr) limits_->check();
    position_.resize(product_.num_states(), unseen);
    result_.component.resize(product_.num_states(), Emptiness::none);
    position_[state] = static_cast<std::uint32_t>(live_.size());
    roots_.push_back({position_[state], entering, 0, false});
    live_.push_back(state);
    path_.push_back({state, product_.edges(state), 0});
    constexpr std::size_t stretch = 4096;
    if (progress_ && ++entered_ % stretch == 0) progress_(product_.num_states());
  }

  /// True once a component passes all acceptance sets.
  bool follow(const ActionProduct::Edge& edge) {
    if (edge.target >= position_.size() || position_[edge.target] == unseen) {
      enter(edge.target, edge.marks);
      return false;
    }
    if (result_.component[edge.target] != Emptiness::none) return false;
    // The edge closes a cycle: whatever lies behind its target is one component.
    Marks marks = edge.marks;
    while (roots_.back().position > position_[edge.target]) {
      marks |= roots_.back().inside | roots_.back().entering;
      roots_.pop_back();
    }
    roots_.back().inside |= marks;
    roots_.back().has_edges = true;
    return roots_.back().inside == product_.all_marks();
  }

  void leave() {
    const State state = path_.back().state;
    path_.pop_back();
    if (roots_.back().position != position_[state]) return;
    const auto number = static_cast<std::uint32_t>(result_.missing.size());
    for (std::size_t i = roots_.back().position; i < live_.size(); ++i)
      result_.component[live_[i]] = number;
    live_.resize(roots_.back().position);
    const Marks absent = product_.all_marks() & ~roots_.back().inside;
    result_.missing.push_back(roots_.back().has_edges
                                  ? static_cast<std::uint32_t>(std::countr_zero(absent))
                                  : Emptiness::none);
    roots_.pop_back();
  }

  ActionProduct& product_;
  const Limits* limits_;
  const SearchProgress& progress_;
  Emptiness result_;
  std::vector<std::uint32_t> position_;  ///< of each state among those that lived when it came
  std::vector<State> live_;              ///< whose component is not known yet
  std::vector<Root> roots_;
  std::vector<Frame> path_;
  std::size_t entered_ = 0;
};

}  // namespace

Emptiness search_accepting(ActionProduct& product, const Limits* limits,
                           const SearchProgress& progress) {
  return AcceptingSearch(product, limits, progress).run();
}

}  // namespace arges::lts
