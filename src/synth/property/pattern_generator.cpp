#include <algorithm>

#include "lts/temporal/interruptible.h"
#include "synth/property/letter_automaton.h"
#include "synth/property/patterns.h"
#include "synth/synthesis_error.h"

namespace arges::synth {

namespace {

constexpr Pattern all_patterns[] = {Pattern::absence, Pattern::existence, Pattern::universality,
                                    Pattern::precedence, Pattern::response};
constexpr Scope all_scopes[] = {Scope::globally, Scope::before, Scope::after, Scope::between,
                                Scope::after_until};
static_assert(std::size(all_patterns) == num_patterns && std::size(all_scopes) == num_scopes);

bool has_answer(Pattern pattern) {
  return pattern == Pattern::precedence || pattern == Pattern::response;
}
bool is_opened(Scope scope) {
  return scope == Scope::after || scope == Scope::between || scope == Scope::after_until;
}
bool is_closed(Scope scope) {
  return scope == Scope::before || scope == Scope::between || scope == Scope::after_until;
}

/// Takes events from a pool, none of whose actions is given twice.
class EventPool {
 public:
  EventPool(std::vector<lts::ActionId> actions, unsigned percent_of_sets, Random& random)
      : actions_(std::move(actions)), percent_of_sets_(percent_of_sets), random_(random) {
    random_.shuffle(actions_);
  }

  /// Nothing if the pool is empty.
  Event take() {
    Event result;
    const std::size_t number = random_.percent(percent_of_sets_) ? 2 : 1;
    while (result.size() < number && !actions_.empty()) {
      result.push_back(actions_.back());
      actions_.pop_back();
    }
    std::sort(result.begin(), result.end());
    return result;
  }
  /// The same from some of the actions; of the others if none of these is left.
  Event take_from(const lts::Alphabet& preferred) {
    for (std::size_t i = 0; i < actions_.size(); ++i) {
      if (!preferred.contains(actions_[i])) continue;
      const lts::ActionId found = actions_[i];
      actions_.erase(actions_.begin() + static_cast<std::ptrdiff_t>(i));
      return {found};
    }
    return take();
  }
  const std::vector<lts::ActionId>& rest() const { return actions_; }

 private:
  std::vector<lts::ActionId> actions_;
  unsigned percent_of_sets_;
  Random& random_;
};

}  // namespace

PatternGenerator::PatternGenerator(VocabularyPtr vocabulary, PatternChoice choice)
    : vocabulary_(std::move(vocabulary)), choice_(std::move(choice)) {
  if (choice_.patterns.empty())
    choice_.patterns.assign(std::begin(all_patterns), std::end(all_patterns));
  if (choice_.scopes.empty()) choice_.scopes.assign(std::begin(all_scopes), std::end(all_scopes));
}

/// What is promised or forbidden is an output where there are inputs: a system has to take inputs
/// as they come, and its answers are its own.
PatternInstance PatternGenerator::instance(Random& random) const {
  PatternInstance result;
  result.pattern = random.pick(choice_.patterns);
  result.scope = random.pick(choice_.scopes);
  EventPool pool(choice_.actions.actions(), choice_.percent_of_sets, random);
  const lts::Alphabet outputs = without(choice_.actions, choice_.inputs);
  const bool reacts = !choice_.inputs.empty();
  if (result.pattern == Pattern::response) {
    result.p = reacts ? pool.take_from(choice_.inputs) : pool.take();
    result.s = reacts ? pool.take_from(outputs) : pool.take();
  } else {
    result.p = reacts ? pool.take_from(outputs) : pool.take();
    if (has_answer(result.pattern)) result.s = pool.take();
  }
  if (is_opened(result.scope)) result.q = pool.take();
  if (is_closed(result.scope)) result.r = pool.take();
  if (result.pattern == Pattern::universality) {
    // All but a few actions, the limits of the scope included.
    Event all = choice_.actions.actions();
    std::erase_if(all, [&](lts::ActionId a) {
      return std::find(result.p.begin(), result.p.end(), a) != result.p.end();
    });
    result.p = std::move(all);
  }
  return result;
}

bool PatternGenerator::is_interesting(automata::Formula formula) {
  const lts::Alphabet& actions = choice_.actions;
  if (accepts_nothing(letter_automaton(*vocabulary_, formula, actions)) ||
      accepts_nothing(
          letter_automaton(*vocabulary_, vocabulary_->formulas().negation(formula), actions)))
    return false;
  return !choice_.interruptible_only || lts::is_interruptible(vocabulary_->formulas(), formula);
}

Property PatternGenerator::next(Random& random) {
  constexpr int max_attempts = 200;
  for (int attempt = 0; attempt < max_attempts; ++attempt) {
    const PatternInstance found = instance(random);
    const bool complete = !found.p.empty() && (!has_answer(found.pattern) || !found.s.empty()) &&
                          (!is_opened(found.scope) || !found.q.empty()) &&
                          (!is_closed(found.scope) || !found.r.empty());
    if (!complete) continue;
    const automata::Formula formula = formula_of(*vocabulary_, found);
    if (!is_interesting(formula)) continue;
    return {formula, english(found, *vocabulary_->table()), found};
  }
  throw SynthesisError("no pattern of those that are wanted makes a property of these actions",
                       "more actions, or all patterns and scopes");
}

}  // namespace arges::synth
