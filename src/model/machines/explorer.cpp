#include "model/machines/explorer.h"

#include <algorithm>

namespace arges::model::machines {

namespace {

/// Enough for what is near the start; the rest is left to engines.
constexpr std::size_t most_configurations = 20'000;

}  // namespace

std::map<std::size_t, Explorer::Run> Explorer::find(const std::vector<const Question*>& questions) {
  found_.clear();
  visits_.assign(1, {execution_.initial(), 0, {}});
  known_ = {{key_of(visits_.front().configuration), 0}};
  judge(0, Fault::nothing, nullptr, questions);
  const std::vector<Event> events = execution_.events();
  const Resolution nothing;
  FixedChooser chooser(nothing);
  std::size_t at = 0;
  for (; at < visits_.size() && visits_.size() < most_configurations; ++at) {
    limits_.check();
    if (found_.size() == questions.size()) break;
    for (const Event& event : events)
      if (execution_.enabled(visits_[at].configuration, event, chooser) != Enabled::no)
        follow(at, event, questions);
  }
  saw_all_ = at == visits_.size();
  return std::move(found_);
}

void Explorer::follow(std::size_t from, const Event& event,
                      const std::vector<const Question*>& questions) {
  const Resolution nothing;
  FixedChooser chooser(nothing);
  const bool fired =
      execution_.enabled(visits_[from].configuration, event, chooser) == Enabled::yes;
  Execution::Outcome outcome = execution_.execute(visits_[from].configuration, event, chooser);
  visits_.push_back({std::move(outcome.configuration), from, event});
  const std::size_t last = visits_.size() - 1;
  judge(last, outcome.fault, fired ? &event : nullptr, questions);
  const bool is_over = outcome.fault != Fault::nothing;
  if (is_over || !known_.emplace(key_of(visits_.back().configuration), last).second)
    visits_.pop_back();
}

void Explorer::judge(std::size_t visit, Fault fault, const Event* event,
                     const std::vector<const Question*>& questions) {
  const Resolution nothing;
  FixedChooser chooser(nothing);
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (found_.count(i) != 0) continue;
    const Question& question = *questions[i];
    const bool does = question.asks_for(fault) ||
                      (event != nullptr && question.asks_for(*event, fault)) ||
                      (fault == Fault::nothing &&
                       violates(execution_, question, visits_[visit].configuration, chooser));
    if (does) found_.emplace(i, run_to(visit));
  }
}

Explorer::Run Explorer::run_to(std::size_t visit) const {
  Run result;
  for (; visit != 0; visit = visits_[visit].parent) result.push_back(visits_[visit].event);
  std::reverse(result.begin(), result.end());
  return result;
}

}  // namespace arges::model::machines
