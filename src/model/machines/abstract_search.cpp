#include "model/machines/abstract_search.h"

#include <algorithm>

namespace arges::model::machines {

Option EnumeratingChooser::choose(ChoicePoint point, std::span<const Option> options) {
  if (const auto known = resolution_.find(point)) return *known;
  if (at_ == turns_.size()) turns_.push_back({0, static_cast<std::uint32_t>(options.size())});
  const Option chosen = options[turns_[at_++].option];
  resolution_.choices.push_back({point, chosen});
  return chosen;
}

bool EnumeratingChooser::next() {
  while (!turns_.empty() && turns_.back().option + 1 == turns_.back().count) turns_.pop_back();
  at_ = 0;
  resolution_.choices.clear();
  if (turns_.empty()) return false;
  ++turns_.back().option;
  return true;
}

AbstractSearch::AbstractSearch(const Execution& execution, const Question& question,
                               const Limits& limits)
    : execution_(execution), question_(question), limits_(limits) {
  events_.resize(execution.model().objects.size());
  for (const Event& event : execution.events()) events_[event.object].push_back(event);
}

Counterexample AbstractSearch::path_to(std::uint32_t visit) const {
  Counterexample result;
  for (std::uint32_t at = visit; visits_[at].parent != none; at = visits_[at].parent)
    result.steps.push_back(visits_[at].step);
  std::reverse(result.steps.begin(), result.steps.end());
  return result;
}

std::uint32_t AbstractSearch::add(Configuration configuration, std::uint32_t parent,
                                  Counterexample::Step step) {
  const auto number = static_cast<std::uint32_t>(visits_.size());
  const auto [known, is_new] = known_.try_emplace(key_of(configuration), number);
  if (parent != none) {
    std::vector<Visit::Successor>& successors = visits_[parent].successors;
    const Visit::Successor successor{step.event, known->second};
    const auto at = std::lower_bound(successors.begin(), successors.end(), successor);
    if (at == successors.end() || *at != successor) successors.insert(at, successor);
  }
  if (!is_new) return none;
  visits_.push_back({std::move(configuration), parent, std::move(step)});
  return number;
}

std::optional<Counterexample> AbstractSearch::judge(std::uint32_t visit) const {
  if (!question_.is_about_configurations()) return {};
  EnumeratingChooser chooser;
  do {
    if (!violates(execution_, question_, visits_[visit].configuration, chooser)) continue;
    Counterexample result = path_to(visit);
    result.last = chooser.resolution();
    return result;
  } while (chooser.next());
  return {};
}

std::optional<Counterexample> AbstractSearch::follow(std::uint32_t from, const Event& event,
                                                     std::vector<std::uint32_t>& reached) {
  EnumeratingChooser chooser;
  do {
    limits_.check();  // one event may have very many ways
    const Configuration& at = visits_[from].configuration;
    if (execution_.enabled(at, event, chooser) == Enabled::no) continue;
    Execution::Outcome outcome = execution_.execute(at, event, chooser);
    const bool is_lost =
        event.kind == Event::Kind::implicit && question_.kind == Question::Kind::implicit;
    if (is_lost || question_.ends_at(outcome.fault)) {
      Counterexample result = path_to(from);
      result.steps.push_back({event, chooser.resolution()});
      return result;
    }
    if (outcome.fault != Fault::nothing) continue;
    const std::uint32_t to =
        add(std::move(outcome.configuration), from, {event, chooser.resolution()});
    if (to == none) continue;
    reached.push_back(to);
    if (auto found = judge(to)) return found;
  } while (chooser.next());
  return {};
}

std::optional<Counterexample> AbstractSearch::run() {
  add(execution_.initial(), none, {});
  if (auto found = judge(0)) return found;
  std::vector<std::uint32_t> reached;
  for (std::uint32_t at = 0; at < visits_.size(); ++at) {
    limits_.check();
    for (const auto& of_object : events_)
      for (const Event& event : of_object)
        if (auto found = follow(at, event, reached)) return found;
  }
  return {};
}

std::optional<Counterexample> AbstractSearch::run_along(const std::vector<Event>& events) {
  add(execution_.initial(), none, {});
  if (auto found = judge(0)) return found;
  std::vector<std::uint32_t> layer{0};
  for (const Event& event : events) {
    limits_.check();
    known_.clear();
    std::vector<std::uint32_t> next;
    for (const std::uint32_t at : layer)
      if (auto found = follow(at, event, next)) return found;
    layer = std::move(next);
  }
  return {};
}

}  // namespace arges::model::machines
