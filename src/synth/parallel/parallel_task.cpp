#include "synth/parallel/parallel_task.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/invariant.h"
#include "lts/algebra/operators.h"
#include "synth/attempts.h"
#include "synth/parallel/sensitivity.h"

namespace arges::synth {

using lts::Mts;

namespace {

/// One attempt to make a task.
class ParallelSynthesis {
 public:
  ParallelSynthesis(const ParallelRequest& request, std::uint64_t seed, const Limits* limits)
      : request_(request),
        random_(seed),
        fresh_(std::make_shared<lts::ActionTable>(), random_.fork()),
        limits_(limits) {
    result_.vocabulary = std::make_shared<Vocabulary>(fresh_.table());
    std::vector<lts::ActionId> actions;
    for (std::size_t i = 0; i < request.actions; ++i) {
      actions.push_back(fresh_.next());
      // All propositions are there before formulas are checked.
      result_.vocabulary->action(actions.back());
    }
    alphabet_ = lts::Alphabet(std::move(actions));
  }

  ParallelTask run() {
    const PropertySystem made = make_system();
    result_.base = with_modalities(made.system, request_.modality, random_);
    // Branching time asks what must be possible, so nothing may be left open.
    if (request_.more_ctl > 0) result_.base = all_required(result_.base);
    const Property& property = made.properties.front().property;
    const LtlOracle oracle = oracle_of(property.formula);
    DecompositionTask task{result_.base, &oracle, request_.verdict, {}, {}};
    if (request_.verdict == Verdict::violated) {
      const KeptCounterexample& kept = made.counterexamples.front();
      INVARIANT(kept.handle.has_value(), "a rare violation should have a handle");
      task.counterexample = word_of(kept.run);
      task.handle = kept.handle->action;
      result_.handle = task.handle;
    }
    result_.ltl.push_back({property, request_.verdict == Verdict::satisfied});
    add_ltl();
    result_.ctl = ctl_properties(result_.base, request_.more_ctl, random_);
    require_number("ctl", result_.ctl.size(), request_.more_ctl);
    result_.system = make_parallel(task, request_.shape, fresh_, random_, limits_);
    check_further();
    find_sensitive();
    return std::move(result_);
  }

 private:
  PropertySystem make_system() {
    PatternChoice choice;
    choice.actions = alphabet_;
    choice.interruptible_only = true;
    PatternGenerator any(result_.vocabulary, choice);
    choice.patterns = request_.patterns;
    choice.scopes = request_.scopes;
    PatternGenerator wanted(result_.vocabulary, choice);
    SystemRequest system;
    system.vocabulary = result_.vocabulary;
    system.alphabet = alphabet_;
    system.properties.push_back(
        {wanted.next(random_), request_.verdict, Rarity::handle, request_.depth});
    for (std::size_t i = 0; i < request_.structural; ++i)
      system.structural.push_back(any.next(random_));
    system.copies = request_.copies;
    system.limits = limits_;
    return synthesize(system, random_);
  }

  LtlOracle oracle_of(automata::Formula formula) const {
    return {result_.vocabulary->formulas(), formula, result_.vocabulary->property(formula).actions};
  }

  /// Properties that what is allowed has, or what is required violates: those keep their answers.
  void add_ltl() {
    PatternChoice choice;
    choice.actions = alphabet_;
    choice.interruptible_only = true;
    choice.percent_of_sets = 30;
    PatternGenerator generator(result_.vocabulary, choice);
    const Mts allowed = lts::may_lts(result_.base);
    const Mts required = lts::must_lts(result_.base);
    std::set<std::string> seen{result_.vocabulary->text(result_.ltl.front().property.formula)};
    for (std::size_t attempt = 0;
         attempt < 100 * request_.more_ltl && result_.ltl.size() < 1 + request_.more_ltl;
         ++attempt) {
      Property property = generator.next(random_);
      if (!seen.insert(result_.vocabulary->text(property.formula)).second) continue;
      const LtlOracle oracle = oracle_of(property.formula);
      const bool holds = !oracle.violation({&allowed}, limits_);
      if (!holds && !oracle.violation({&required}, limits_)) continue;
      // About half of them should hold; where that takes too long, it does not matter.
      const auto same = static_cast<std::size_t>(
          std::count_if(result_.ltl.begin() + 1, result_.ltl.end(),
                        [holds](const AnsweredProperty& a) { return a.holds == holds; }));
      if (attempt < 40 * request_.more_ltl && 2 * same > request_.more_ltl) continue;
      result_.ltl.push_back({std::move(property), holds});
    }
    require_number("ltl", result_.ltl.size() - 1, request_.more_ltl);
  }

  static void require_number(const char* logic, std::size_t found, std::size_t wanted) {
    if (found >= wanted) return;
    throw SynthesisError(
        fmt::format("{} further formulas ({}) were asked for, and {} with an answer were found",
                    wanted, logic, found),
        fmt::format("\"properties\": {{\"{}\": {}}}, or more actions", logic, found));
  }

  /// The further answers too, where all states can be looked at.
  void check_further() const {
    if (!result_.system.states.exact) return;
    const std::vector<const Mts*> parts = pointers(result_.system.components);
    for (const AnsweredProperty& answered : result_.ltl)
      INVARIANT(oracle_of(answered.property.formula).violation(parts, limits_).has_value() !=
                    answered.holds,
                "a further property should keep its answer");
    for (const CtlProperty& property : result_.ctl)
      INVARIANT(ctl_holds(parts, property.text, limits_) == property.holds,
                "a formula of branching time should keep its answer");
  }

  /// Every component matters to the first property, as was checked; of the others it is found out
  /// where that is cheap.
  void find_sensitive() {
    constexpr std::size_t most_states = 3000;
    result_.ltl.front().is_sensitive = true;
    if (!result_.system.states.exact || *result_.system.states.exact > most_states) return;
    const std::vector<Mts>& components = result_.system.components;
    for (std::size_t i = 1; i < result_.ltl.size(); ++i) {
      const LtlOracle oracle = oracle_of(result_.ltl[i].property.formula);
      const Judge holds = [&](const std::vector<const Mts*>& parts) {
        return !oracle.violation(parts, limits_);
      };
      result_.ltl[i].is_sensitive =
          shown_to_matter(components, holds, result_.ltl[i].holds, most_states, limits_);
    }
    for (CtlProperty& property : result_.ctl) {
      const Judge holds = [&](const std::vector<const Mts*>& parts) {
        return ctl_holds(parts, property.text, limits_);
      };
      property.is_sensitive =
          shown_to_matter(components, holds, property.holds, most_states, limits_);
    }
  }

  const ParallelRequest& request_;
  Random random_;
  FreshActions fresh_;
  const Limits* limits_;
  lts::Alphabet alphabet_;
  ParallelTask result_;
};

ParallelTask first_task(const ParallelRequest& request, std::uint64_t seed, const Limits* limits) {
  Random seeds(seed);
  return first_success(task_attempts, limits,
                       [&] { return ParallelSynthesis(request, seeds.fork(), limits).run(); });
}

}  // namespace

ParallelTask synthesize_parallel(const ParallelRequest& request, std::uint64_t seed,
                                 const Limits* limits) {
  return made_or_advised(request,
                         [&](const ParallelRequest& one) { return first_task(one, seed, limits); });
}

}  // namespace arges::synth
