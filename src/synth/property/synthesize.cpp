#include <map>
#include <set>

#include <fmt/format.h>

#include "synth/property/draft.h"
#include "synth/property/promises.h"
#include "synth/property/property_system.h"
#include "synth/property/violation.h"
#include "synth/synthesis_error.h"

namespace arges::synth {

namespace {

/// Makes one system: the automata of what is wanted, their product without its bad cycles, and the
/// counterexamples in it.
class Synthesis {
 public:
  Synthesis(const SystemRequest& request, Random& random)
      : request_(request), random_(random), vocabulary_(*request.vocabulary) {
    make_parts();
  }

  PropertySystem run() {
    const LetterProduct product(pointers(), request_.max_states);
    if (accepts_nothing(product.automaton())) throw contradiction();
    make_planners(product);
    for (int attempt = 0; attempt < max_attempts; ++attempt)
      if (auto made = attempt_once(product)) return std::move(*made);
    throw failure();
  }

 private:
  static constexpr int max_attempts = 40;
  static constexpr int max_placements = 8;

  /// What is said of a property in messages.
  std::string text(std::size_t number) const {
    return vocabulary_.text(request_.properties[number].property.formula);
  }

  void add_part(LetterAutomaton part, std::string what) {
    parts_.push_back(std::move(part));
    told_.push_back(std::move(what));
  }

  void make_parts() {
    add_part(request_.inputs.empty() ? everything() : alternation(request_.inputs, outputs()),
             "the alternation of inputs and outputs");
    for (const Property& property : request_.structural)
      add_part(letter_automaton(vocabulary_, property.formula, request_.alphabet),
               fmt::format("'{}'", vocabulary_.text(property.formula)));
    for (std::size_t i = 0; i < request_.properties.size(); ++i) add_property(i);
  }

  void add_property(std::size_t number) {
    const WantedProperty& wanted = request_.properties[number];
    LetterAutomaton automaton =
        letter_automaton(vocabulary_, wanted.property.formula, request_.alphabet);
    const bool deep = wanted.verdict == Verdict::violated && wanted.depth;
    if (deep && wanted.depth->kind == DepthKind::prefix) {
      closures_[number] = safety_closure(automaton, request_.alphabet);
      if (!closures_[number].violated)
        throw SynthesisError(
            fmt::format("no finite word violates '{}' for good, so its violations have no depth "
                        "in words",
                        text(number)),
            request_.inputs.empty()
                ? "no \"depth\", or \"patterns\": [\"absence\", \"precedence\"]"
                : "\"kind\": \"states\" of the depth, or \"patterns\": [\"absence\", "
                  "\"precedence\", \"universality\"]");
    }
    if (wanted.verdict == Verdict::satisfied || wanted.rarity == Rarity::handle) {
      place_of_[number] = parts_.size();
      add_part(std::move(automaton), fmt::format("'{}'", text(number)));
    } else if (closures_.contains(number)) {
      add_part(without_short_violations(closures_[number], wanted.depth->more_than),
               fmt::format("no short violation of '{}'", text(number)));
    }
  }

  lts::Alphabet outputs() const { return without(request_.alphabet, request_.inputs); }
  LetterAutomaton everything() const {
    LetterAutomaton result;
    result.edges.resize(1);
    for (const lts::ActionId action : request_.alphabet.actions())
      result.edges[0].push_back({action, 0, 0});
    return result;
  }
  std::vector<const LetterAutomaton*> pointers() const {
    std::vector<const LetterAutomaton*> result;
    for (const LetterAutomaton& part : parts_) result.push_back(&part);
    return result;
  }

  /// Which of the parts is the first that the ones before it exclude.
  SynthesisError contradiction() const {
    std::vector<const LetterAutomaton*> some;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      some.push_back(&parts_[i]);
      if (!accepts_nothing(LetterProduct(some, request_.max_states).automaton())) continue;
      return SynthesisError(
          fmt::format("{} contradicts the properties before it: no infinite run has them all",
                      told_[i]),
          R"(a smaller "structural", or other "patterns")", 0, Obstacle::properties);
    }
    UNREACHABLE("some part should contradict those before it");
  }

  void make_planners(const LetterProduct& product) {
    for (std::size_t i = 0; i < request_.properties.size(); ++i) {
      const WantedProperty& wanted = request_.properties[i];
      if (wanted.verdict != Verdict::violated) continue;
      ViolationGoal& goal = goals_[i];
      for (std::size_t part = 0; part < parts_.size(); ++part) {
        if (place_of_.contains(i) && place_of_[i] == part) continue;
        goal.parts.push_back(&parts_[part]);
        goal.places.push_back(part);
      }
      goal.depth = wanted.depth;
      goal.max_states = request_.max_states;
      if (closures_.contains(i)) {
        SafetyClosure bad = words_with_violating_prefix(closures_[i]);
        goal.violated = bad.violated;
        violations_[i] = std::move(bad.automaton);
      } else {
        violations_[i] =
            letter_automaton(vocabulary_, vocabulary_.formulas().negation(wanted.property.formula),
                             request_.alphabet);
      }
      goal.parts.push_back(&violations_[i]);
      const auto [planner, is_new] = planners_.try_emplace(i, product, goal, request_.inputs);
      if (!planner->second.is_possible())
        throw SynthesisError(
            fmt::format("no infinite run violates '{}' and satisfies the other properties",
                        text(i)),
            R"(a smaller "structural", or other "patterns")", 0, Obstacle::properties);
    }
  }

  std::optional<PropertySystem> attempt_once(const LetterProduct& product) {
    if (request_.limits != nullptr) request_.limits->check();
    Draft draft = pruned(product.automaton(), {request_.copies, request_.percent_dropped}, random_);
    if (draft.num_states() > request_.max_states)
      throw SynthesisError(fmt::format("the system has {} states, more than {}", draft.num_states(),
                                       request_.max_states),
                           R"(a smaller "copies" or "structural")", 0, Obstacle::properties);
    std::map<std::size_t, PlacedLasso> placed;
    for (const auto& [number, planner] : planners_) {
      if (!place(draft, number, planner, placed)) {
        failed_ = number;
        return std::nullopt;
      }
    }
    PropertySystem result = finished(draft, placed);
    const std::string wrong = promise_error(request_, result);
    INVARIANT(wrong.empty(), wrong);
    return result;
  }

  /// Whether a violation could be put in as it is wanted.
  bool place(Draft& draft, std::size_t number, const ViolationPlanner& planner,
             std::map<std::size_t, PlacedLasso>& placed) {
    for (int i = 0; i < max_placements; ++i) {
      if (request_.limits != nullptr) request_.limits->check();
      Draft attempt = draft;
      const auto lasso = planner.place(attempt, random_);
      if (!lasso) return false;
      placed[number] = *lasso;
      if (request_.properties[number].depth && !fits(attempt, number, placed)) continue;
      draft = std::move(attempt);
      return true;
    }
    return false;
  }

  /// Whether the depth of a violation, which other ways to its handle may lessen, is right.
  bool fits(const Draft& draft, std::size_t number,
            const std::map<std::size_t, PlacedLasso>& placed) {
    const PropertySystem made = finished(draft, placed);
    const WantedProperty& wanted = request_.properties[number];
    for (const KeptCounterexample& kept : made.counterexamples) {
      if (kept.property != number) continue;
      const auto depth =
          wanted.depth->kind == DepthKind::prefix
              ? shortest_violating_prefix(made.system, request_.alphabet, vocabulary_,
                                          wanted.property.formula, wanted.depth->at_most)
              : distinct_states_by_handle(made.system, *kept.handle);
      if (depth) met_.insert(*depth);
      return depth && *depth > wanted.depth->more_than && *depth <= wanted.depth->at_most;
    }
    UNREACHABLE("a placed violation should be kept");
  }

  PropertySystem finished(const Draft& draft,
                          const std::map<std::size_t, PlacedLasso>& placed) const {
    std::vector<StateId> number;
    const Draft part = reachable_part(draft, number);
    lts::MtsBuilder builder(vocabulary_.table());
    builder.ensure_states(static_cast<StateId>(part.num_states()));
    builder.add_to_alphabet(request_.alphabet);
    for (StateId s = 0; s < part.num_states(); ++s)
      for (const Draft::Step& step : part.steps[s])
        builder.add(s, step.action, step.target, step.modality);
    PropertySystem result{builder.build(), request_.properties, request_.structural, {}};
    for (const auto& [property, lasso] : placed)
      result.counterexamples.push_back(kept(property, lasso, number));
    return result;
  }

  KeptCounterexample kept(std::size_t property, const PlacedLasso& lasso,
                          const std::vector<StateId>& number) const {
    const auto state = [&](std::size_t i) {
      return number[lasso.states[i == lasso.states.size() ? lasso.loop_start : i]];
    };
    KeptCounterexample result{property, {}, {}, {}};
    result.run.start = {state(0)};
    for (std::size_t i = 0; i < lasso.actions.size(); ++i)
      result.run.steps.push_back({lasso.actions[i], {state(i + 1)}});
    result.run.loop_start = lasso.loop_start;
    const WantedProperty& wanted = request_.properties[property];
    if (wanted.rarity == Rarity::handle)
      result.handle =
          Handle{state(lasso.handle), lasso.actions[lasso.handle], state(lasso.handle + 1)};
    result.depth = wanted.depth;
    return result;
  }

  SynthesisError failure() const {
    const WantedProperty& wanted = request_.properties[failed_];
    if (!wanted.depth)
      return SynthesisError(
          fmt::format("no place was found for a violation of '{}'", text(failed_)),
          R"(a larger "copies", or another seed)", 0, Obstacle::properties);
    std::string message =
        fmt::format("no violation of '{}' with a depth in ({}, {}] was found", text(failed_),
                    wanted.depth->more_than, wanted.depth->at_most);
    if (met_.empty())
      return SynthesisError(
          message, fmt::format("a larger interval, such as ({}, {}]", wanted.depth->more_than,
                               2 * wanted.depth->at_most + 4));
    return SynthesisError(
        message, fmt::format("({}, {}], which was met", *met_.begin() - 1, *met_.rbegin()));
  }

  const SystemRequest& request_;
  Random& random_;
  Vocabulary& vocabulary_;
  std::vector<LetterAutomaton> parts_;
  std::vector<std::string> told_;                ///< what each part is
  std::map<std::size_t, std::size_t> place_of_;  ///< of properties: among the parts
  std::map<std::size_t, SafetyClosure> closures_;
  std::map<std::size_t, LetterAutomaton> violations_;
  std::map<std::size_t, ViolationGoal> goals_;
  std::map<std::size_t, ViolationPlanner> planners_;
  std::size_t failed_ = 0;
  std::set<std::size_t> met_;  ///< depths of violations that did not fit
};

void check_request(const SystemRequest& request) {
  for (const WantedProperty& wanted : request.properties) {
    if (!wanted.depth) continue;
    if (wanted.depth->more_than >= wanted.depth->at_most)
      throw SynthesisError(fmt::format("no depth is more than {} and at most {}",
                                       wanted.depth->more_than, wanted.depth->at_most),
                           "a second number that is larger than the first");
    if (wanted.depth->kind == DepthKind::states && wanted.rarity == Rarity::any)
      throw SynthesisError("depth in states is known of violations with a handle only",
                           "the same with a handle");
  }
}

}  // namespace

PropertySystem synthesize(const SystemRequest& request, Random& random) {
  check_request(request);
  return Synthesis(request, random).run();
}

}  // namespace arges::synth
