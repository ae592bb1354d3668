#include "model/transition_system/control_graph.h"

#include "base/invariant.h"

namespace arges::model {

ControlGraph::Control ControlGraph::add_control(std::string name, ControlKind kind) {
  controls_.push_back({std::move(name), kind});
  return static_cast<Control>(controls_.size() - 1);
}

void ControlGraph::add_action(Action action) {
  action.id = static_cast<std::uint32_t>(actions_.size());
  actions_.push_back(std::move(action));
}

void ControlGraph::set_initial(Control control, ir::Expr condition) {
  initial_ = control;
  initial_condition_ = condition;
}

void ControlGraph::finish() {
  std::vector<std::vector<Control>> predecessors(controls_.size());
  for (const Action& action : actions_) {
    controls_[action.source].actions.push_back(&action);
    predecessors[action.target].push_back(action.source);
  }
  std::deque<Control> todo;
  for (Control c = 0; c < controls_.size(); ++c) {
    if (controls_[c].kind != ControlKind::target) continue;
    controls_[c].distance = 0;
    todo.push_back(c);
  }
  while (!todo.empty()) {
    const Control at = todo.front();
    todo.pop_front();
    for (const Control before : predecessors[at]) {
      if (controls_[before].distance) continue;
      controls_[before].distance = *controls_[at].distance + 1;
      todo.push_back(before);
    }
  }
}

std::span<const analysis::Action* const> ControlGraph::actions(Control control) const {
  return controls_[control].actions;
}

const analysis::Action* ControlGraph::find_action(std::uint32_t id) const {
  return id < actions_.size() ? &actions_[id] : nullptr;
}

bool ControlGraph::is_target(Control control) const {
  return controls_[control].kind == ControlKind::target;
}

std::optional<std::uint32_t> ControlGraph::distance_to_target(Control control) const {
  return controls_[control].distance;
}

}  // namespace arges::model
