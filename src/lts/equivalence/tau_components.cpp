#include "lts/equivalence/tau_components.h"

#include <algorithm>

namespace arges::lts {

namespace {

constexpr std::uint32_t unvisited = 0;
constexpr std::uint32_t no_component = 0xFFFFFFFF;

class Tarjan {
 public:
  explicit Tarjan(const Mts& system)
      : system_(system), index_(system.num_states(), unvisited), low_(system.num_states(), 0) {
    result_.component_of.assign(system.num_states(), no_component);
  }

  TauComponents run() {
    for (StateId s = 0; s < system_.num_states(); ++s)
      if (index_[s] == unvisited) visit(s);
    return std::move(result_);
  }

 private:
  struct Frame {
    StateId state;
    std::uint32_t next;  ///< among its transitions; the internal ones come first
  };

  void enter(StateId s) {
    index_[s] = low_[s] = ++counter_;
    stack_.push_back(s);
    frames_.push_back({s, 0});
  }

  void visit(StateId root) {
    enter(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const StateId s = frame.state;
      const auto moves = system_.transitions(s);
      if (frame.next < moves.size() && moves[frame.next].action() == tau) {
        const StateId t = moves[frame.next++].target();
        if (index_[t] == unvisited)
          enter(t);
        else if (result_.component_of[t] == no_component)
          low_[s] = std::min(low_[s], index_[t]);
        continue;
      }
      frames_.pop_back();
      if (!frames_.empty())
        low_[frames_.back().state] = std::min(low_[frames_.back().state], low_[s]);
      if (low_[s] == index_[s]) close(s);
    }
  }

  void close(StateId root) {
    const auto number = static_cast<std::uint32_t>(result_.diverges.size());
    bool diverges = stack_.back() != root;
    for (const Transition& t : system_.transitions(root, tau)) diverges |= t.target() == root;
    StateId s = root;
    do {
      s = stack_.back();
      stack_.pop_back();
      result_.component_of[s] = number;
    } while (s != root);
    result_.diverges.push_back(diverges);
  }

  const Mts& system_;
  std::vector<std::uint32_t> index_;
  std::vector<std::uint32_t> low_;
  std::uint32_t counter_ = 0;
  std::vector<StateId> stack_;
  std::vector<Frame> frames_;
  TauComponents result_;
};

}  // namespace

TauComponents tau_components(const Mts& system) { return Tarjan(system).run(); }

}  // namespace arges::lts
