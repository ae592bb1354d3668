#include "synth/parallel/decomposition.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/invariant.h"
#include "lts/algebra/composition.h"
#include "lts/algebra/operators.h"
#include "synth/parallel/base_system.h"
#include "synth/parallel/red_transitions.h"
#include "synth/parallel/refined_component.h"
#include "synth/parallel/tree_decomposition.h"
#include "synth/synthesis_error.h"

namespace arges::synth {

using lts::ActionId;
using lts::Alphabet;
using lts::Contract;
using lts::Modality;
using lts::Mts;
using lts::RedTransition;
using lts::StateId;
using lts::Transition;

namespace {

constexpr std::size_t most_attempts = 60;
constexpr std::size_t longest_word = 100'000;

/// A system that is split: its component, what it may do beyond what it should, and its context.
struct Split {
  Mts extended;
  Mts component;
  Mts context;
  std::vector<UsedTransition> used;  ///< transitions that a violation needs
  LassoWord word;
};

/// Takes a system apart, component by component.
class Decomposer {
 public:
  Decomposer(const DecompositionTask& task, const DecompositionShape& shape, FreshActions& fresh,
             Random& random, const Limits* limits)
      : task_(task), shape_(shape), fresh_(fresh), random_(random), limits_(limits) {}

  Decomposition run() {
    rest_ = task_.system;
    result_.derivation.nodes.push_back({*rest_, {}});
    begin_word();
    for (std::size_t k = 0; k + 1 < shape_.components; ++k) add(split(k));
    finish();
    return std::move(result_);
  }

 private:
  bool is_satisfied() const {
    return task_.oracle != nullptr && task_.verdict == Verdict::satisfied;
  }
  bool is_violated() const { return task_.oracle != nullptr && task_.verdict == Verdict::violated; }

  /// The word that must become, or must not become possible for all components.
  void begin_word() {
    known_ = task_.system.alphabet();
    if (is_violated()) {
      INVARIANT(task_.counterexample && task_.handle, "a violation should be known");
      word_ = *task_.counterexample;
    }
    if (!is_satisfied()) return;
    const Mts anything = lts::neutral(task_.system.table(), known_);
    const std::optional<lts::Run> run = task_.oracle->violation({&anything}, limits_);
    if (!run) throw SynthesisError("no word of these actions violates the property");
    word_ = word_of(*run);
    result_.violations.push_back(word_);
  }

  Split split(std::size_t number) {
    for (std::size_t attempt = 0; attempt < most_attempts; ++attempt) {
      if (limits_ != nullptr) limits_->check();
      std::optional<Split> found = try_split(number, attempt);
      if (found) return std::move(*found);
    }
    const std::size_t fewer = std::max<std::size_t>(number, 1);
    throw SynthesisError(
        fmt::format("component {} of {} can't be split off so that every component matters",
                    number + 1, shape_.components),
        fmt::format("\"components\": {}, or {}", fewer,
                    is_violated() ? "a violation that is less deep"
                                  : "larger extensions, or another property"));
  }

  /// The actions that an extension waits for. Of a violated property it must be all, so that who
  /// stops these stops the violation.
  Alphabet choose_cut(const Mts& system, std::size_t number) {
    const std::vector<ActionId>& actions = system.alphabet().actions();
    if (is_violated() && number > 0) return system.alphabet();
    std::vector<ActionId> chosen = random_.sample(actions, 1 + random_.below(actions.size()));
    if (is_violated()) chosen.push_back(*task_.handle);
    return Alphabet(std::move(chosen));
  }

  std::optional<Split> try_split(std::size_t number, std::size_t attempt) {
    ExtensionShape extension_shape = shape_.extension;
    // Each component's share of the counterexample would be a multiple of the one's before.
    if (is_violated()) extension_shape.percent_early_cuts = 100;
    const Extension extension =
        make_extension(fresh_, choose_cut(*rest_, number), extension_shape, random_);
    Mts extended = lts::composed(*rest_, extension.system);
    if (extended.num_states() > shape_.max_states) return std::nullopt;
    const Alphabet communication =
        united(extension.shared, property_actions(extended, number, attempt));
    const std::vector<RedPlace> places = red_places(extended, communication, limits_);
    Split result{std::move(extended), Mts(*rest_), Mts(*rest_), {}, word_};
    Contract contract{&result.extended, communication, {}};
    if (is_satisfied()) {
      const bool found = number == 0 ? find_violation(places, contract, result)
                                     : find_way(places, contract, result);
      if (!found) return std::nullopt;
    }
    add_decoys(places, contract);
    std::optional<Mts> context = lts::context(contract, limits_);
    INVARIANT(context.has_value(), "red transitions at these places should leave a context");
    result.component = lts::contract_system(contract);
    result.context = minimized_modal(*context, limits_);
    if (!is_satisfied() && !follow(result)) return std::nullopt;
    return result;
  }

  /// The action of the property, if any, that the context is to know too: for more components to
  /// speak of it, or because a component that goes astray does not violate the property, but one of
  /// its own actions at the wrong time may.
  Alphabet property_actions(const Mts& system, std::size_t number, std::size_t attempt) {
    if (task_.oracle == nullptr) return {};
    const bool wanted = shape_.local ? number + 1 < *shape_.local
                                     : number == 0 && is_satisfied() && attempt % 2 == 1;
    const Alphabet own = common(task_.oracle->actions(), system.alphabet());
    if (!wanted || own.empty()) return {};
    return Alphabet({random_.pick(own.actions())});
  }

  RedTransition red_at(const RedPlace& place, const Mts& system) {
    return {place.source, place.action, static_cast<StateId>(random_.below(system.num_states()))};
  }

  /// The first component: some red transitions, as few as possible, make it violate the property.
  bool find_violation(const std::vector<RedPlace>& places, Contract& contract, Split& split) {
    if (places.empty()) return false;
    for (std::size_t tries = 0; tries < 40; ++tries) {
      contract.red.clear();
      for (const RedPlace& place : random_.sample(places, 1 + tries / 10))
        contract.red.push_back(red_at(place, split.extended));
      const Mts system = lts::contract_system(contract);
      const std::optional<lts::Run> run = task_.oracle->violation({&system}, limits_);
      if (!run) continue;
      split.word = word_of(*run);
      StateId at = run->start.front();
      for (const lts::RunStep& step : run->steps) {
        split.used.push_back({at, Transition(step.action, step.after.front(), Modality::may)});
        at = step.after.front();
      }
      keep_used(contract, split.used);
      return true;
    }
    return false;
  }

  /// A later component: red transitions let it follow the word that it should hinder.
  bool find_way(const std::vector<RedPlace>& places, Contract& contract, Split& split) {
    TransitionSet red;
    const std::size_t targets = std::min<std::size_t>(split.extended.num_states(), 12);
    std::vector<StateId> states;
    for (StateId s = 0; s < split.extended.num_states(); ++s) states.push_back(s);
    for (const RedPlace& place : places)
      for (const StateId target : random_.sample(states, targets)) {
        contract.red.push_back({place.source, place.action, target});
        red.insert({place.source, Transition(place.action, target, Modality::may)});
      }
    const Mts system = lts::contract_system(contract);
    const std::optional<LiftedWord> way =
        lifted(word_, known_, system, [&red](StateId source, const Transition& t) {
          return red.contains({source, t}) ? 50U : 1U;
        });
    contract.red.clear();
    if (!way || way->word.letters.size() > longest_word) return false;
    split.word = way->word;
    split.used = way->used;
    for (const UsedTransition& u : way->used)
      if (red.contains(u))
        contract.red.push_back({u.source, u.transition.action(), u.transition.target()});
    // A component that follows without them would not hinder it.
    return keep_used(contract, split.used);
  }

  /// Only the red transitions that are used, each once; false if there are none, or two of them
  /// leave a state by the same action.
  static bool keep_used(Contract& contract, const std::vector<UsedTransition>& used) {
    const TransitionSet wanted(used.begin(), used.end());
    TransitionSet kept;
    for (const RedTransition& t : contract.red) {
      const UsedTransition red{t.source, Transition(t.action, t.target, Modality::may)};
      if (wanted.contains(red)) kept.insert(red);
    }
    contract.red.clear();
    std::set<RedPlace> places;
    for (const UsedTransition& t : kept) {
      contract.red.push_back({t.source, t.transition.action(), t.transition.target()});
      if (!places.insert({t.source, t.transition.action()}).second) return false;
    }
    return !contract.red.empty();
  }

  void add_decoys(const std::vector<RedPlace>& places, Contract& contract) {
    if (shape_.decoys == 0) return;
    std::set<RedPlace> taken;
    for (const RedTransition& t : contract.red) taken.insert({t.source, t.action});
    for (const RedPlace& place : random_.sample(places, random_.below(shape_.decoys + 1)))
      if (taken.insert(place).second)
        contract.red.push_back(red_at(place, *contract.specification));
  }

  /// The counterexample goes on by what is required.
  bool follow(Split& split) {
    if (!is_violated()) return true;
    const std::optional<LiftedWord> way = lifted(word_, known_, lts::must_lts(split.component));
    if (!way || way->word.letters.size() > longest_word) return false;
    split.word = way->word;
    split.used = way->used;
    return true;
  }

  void add(Split split) {
    std::vector<Derivation::Node>& nodes = result_.derivation.nodes;
    const std::size_t before = nodes.size() - 1;
    const std::size_t extended = nodes.size();
    nodes[before].parts = {extended};
    nodes.push_back({std::move(split.extended), {extended + 1, extended + 2}});
    known_ = united(known_, split.component.alphabet());
    result_.components.push_back(refined(split.component, split.used));
    nodes.push_back({std::move(split.component), {}});
    nodes.push_back({split.context, {}});
    rest_ = std::move(split.context);
    word_ = std::move(split.word);
    if (is_satisfied()) result_.violations.push_back(word_);
  }

  /// The last context is extended too, and is a component.
  void finish() {
    for (std::size_t attempt = 0;; ++attempt) {
      INVARIANT(attempt < most_attempts, "the last context should have an extension");
      ExtensionShape shape = shape_.extension;
      shape.shared_actions = 0;
      const Extension extension =
          make_extension(fresh_, choose_cut(*rest_, shape_.components - 1), shape, random_);
      Mts extended = lts::composed(*rest_, extension.system);
      if (extended.num_states() > shape_.max_states && attempt + 1 < most_attempts) continue;
      std::vector<UsedTransition> used;
      if (is_violated()) {
        const std::optional<LiftedWord> way = lifted(word_, known_, lts::must_lts(extended));
        INVARIANT(way.has_value(), "what is required should be possible to the end");
        result_.counterexample = way->word;
        used = way->used;
      }
      std::vector<Derivation::Node>& nodes = result_.derivation.nodes;
      nodes.back().parts = {nodes.size()};
      result_.components.push_back(refined(extended, used));
      nodes.push_back({std::move(extended), {}});
      return;
    }
  }

  Mts refined(const Mts& component, const std::vector<UsedTransition>& used) {
    return refined_component(component, used, shape_.percent_kept, random_);
  }

  const DecompositionTask& task_;
  const DecompositionShape& shape_;
  FreshActions& fresh_;
  Random& random_;
  const Limits* limits_;
  Decomposition result_;
  std::optional<Mts> rest_;  ///< what is still to be decomposed
  Alphabet known_;           ///< actions of all components so far
  LassoWord word_;
};

}  // namespace

Decomposition decompose(const DecompositionTask& task, const DecompositionShape& shape,
                        FreshActions& fresh, Random& random, const Limits* limits) {
  INVARIANT(shape.components > 0, "there should be components");
  if (shape.topology == Topology::tree)
    return decompose_as_tree(task, shape, fresh, random, limits);
  return Decomposer(task, shape, fresh, random, limits).run();
}

}  // namespace arges::synth
