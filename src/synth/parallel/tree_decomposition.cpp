#include "synth/parallel/tree_decomposition.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/invariant.h"
#include "lts/algebra/composition.h"
#include "lts/algebra/operators.h"
#include "synth/parallel/base_system.h"
#include "synth/parallel/red_transitions.h"
#include "synth/parallel/refined_component.h"
#include "synth/synthesis_error.h"

namespace arges::synth {

using lts::ActionId;
using lts::Alphabet;
using lts::Contract;
using lts::Mts;
using lts::StateId;

namespace {

constexpr std::size_t attempts_at_each = 8;
constexpr std::size_t longest_word = 100'000;

/// Splits one of its leaves after the other; those left in the end are the components.
class TreeDecomposer {
 public:
  TreeDecomposer(const DecompositionTask& task, const DecompositionShape& shape,
                 FreshActions& fresh, Random& random, const Limits* limits)
      : task_(task), shape_(shape), fresh_(fresh), random_(random), limits_(limits) {}

  Decomposition run() {
    nodes().push_back({task_.system, {}});
    open_ = {{0, Kind::context}};
    for (std::size_t k = 0; k + 1 < shape_.components; ++k) split(k);
    // A context has no action of its own yet, by which it would interleave with others.
    for (Leaf& leaf : open_)
      if (leaf.kind == Kind::context) extend(leaf);
    refine();
    return std::move(result_);
  }

 private:
  enum class Kind : std::uint8_t { component, context };
  /// A node without parts so far.
  struct Leaf {
    std::size_t node;
    Kind kind;
  };

  std::vector<Derivation::Node>& nodes() { return result_.derivation.nodes; }
  bool is_violated() const { return task_.oracle != nullptr; }

  /// Any leaf, in an order that is chosen anew each time; one that is too large is left alone.
  void split(std::size_t number) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < open_.size(); ++i)
      if (!shares_property(number) || knows_property(open_[i])) order.push_back(i);
    random_.shuffle(order);
    for (const std::size_t position : order)
      for (std::size_t attempt = 0; attempt < attempts_at_each; ++attempt) {
        if (limits_ != nullptr) limits_->check();
        if (try_split(position, number)) return;
      }
    throw SynthesisError(fmt::format("no component can be split so that there are {} of {}",
                                     number + 2, shape_.components),
                         fmt::format("\"components\": {}, {}smaller extensions", number + 1,
                                     is_violated() ? "a violation that is less deep, or " : "or "));
  }

  /// Whether the context that comes next is to know an action of the property (Def. 40).
  bool shares_property(std::size_t number) const {
    return is_violated() && shape_.local && number + 1 < *shape_.local;
  }
  bool knows_property(const Leaf& leaf) const {
    const Mts& system = result_.derivation.nodes[leaf.node].system;
    return !common(task_.oracle->actions(), system.alphabet()).empty();
  }

  /// What an extension waits for. Of a violated property it is everything, so that who stops the
  /// extension stops its system, and in turn the handle; the root has the handle itself.
  Alphabet choose_cut(const Mts& system, std::size_t number) {
    const std::vector<ActionId>& actions = system.alphabet().actions();
    if (is_violated() && number > 0) return system.alphabet();
    std::vector<ActionId> chosen = random_.sample(actions, 1 + random_.below(actions.size()));
    if (is_violated()) chosen.push_back(*task_.handle);
    return Alphabet(std::move(chosen));
  }

  bool try_split(std::size_t position, std::size_t number) {
    const std::size_t leaf = open_[position].node;
    ExtensionShape extension_shape = shape_.extension;
    if (is_violated()) extension_shape.percent_early_cuts = 100;
    const Extension extension =
        make_extension(fresh_, choose_cut(nodes()[leaf].system, number), extension_shape, random_);
    Mts extended = lts::composed(nodes()[leaf].system, extension.system);
    if (extended.num_states() > shape_.max_states) return false;
    Alphabet communication = extension.shared;
    if (shares_property(number)) {
      const Alphabet own = common(task_.oracle->actions(), extended.alphabet());
      communication = united(communication, Alphabet({random_.pick(own.actions())}));
    }
    Contract contract{&extended, communication, {}};
    // A red transition of a component that is split again could lead it past what it waits for, so
    // that nothing would show that whom it waits for matters.
    if (!is_violated() || open_[position].kind == Kind::context) add_red(contract);
    const std::optional<Mts> context = lts::context(contract, limits_);
    if (!context) return false;
    Mts component = lts::contract_system(contract);
    const std::size_t next = nodes().size();
    nodes()[leaf].parts = {next};
    nodes().push_back({std::move(extended), {next + 1, next + 2}});
    nodes().push_back({std::move(component), {}});
    nodes().push_back({minimized_modal(*context, limits_), {}});
    open_[position] = {next + 1, Kind::component};
    open_.insert(open_.begin() + static_cast<std::ptrdiff_t>(position) + 1,
                 {next + 2, Kind::context});
    return true;
  }

  /// What the component may do wrong, and the context takes care of.
  void add_red(Contract& contract) {
    if (shape_.decoys == 0) return;
    const Mts& system = *contract.specification;
    const std::vector<RedPlace> places = red_places(system, contract.communication, limits_);
    for (const RedPlace& place : random_.sample(places, random_.below(shape_.decoys + 1)))
      contract.red.push_back(
          {place.source, place.action, static_cast<StateId>(random_.below(system.num_states()))});
  }

  void extend(Leaf& leaf) {
    ExtensionShape shape = shape_.extension;
    shape.shared_actions = 0;
    const std::size_t number = nodes().size() - 1;  // 0: nothing was split
    const Extension extension =
        make_extension(fresh_, choose_cut(nodes()[leaf.node].system, number), shape, random_);
    Mts extended = lts::composed(nodes()[leaf.node].system, extension.system);
    nodes()[leaf.node].parts = {nodes().size()};
    leaf = {nodes().size(), Kind::component};
    nodes().push_back({std::move(extended), {}});
  }

  /// The counterexample becomes one of all components, by what is required of them: of a component
  /// before its context, which offers whatever that requires.
  void refine() {
    if (is_violated()) {
      INVARIANT(task_.counterexample && task_.handle, "a violation should be known");
      result_.counterexample = *task_.counterexample;
    }
    Alphabet known = task_.system.alphabet();
    for (const Leaf& leaf : open_) {
      const Mts& system = nodes()[leaf.node].system;
      std::vector<UsedTransition> used;
      if (is_violated()) {
        const std::optional<LiftedWord> way =
            lifted(*result_.counterexample, known, lts::must_lts(system));
        if (!way || way->word.letters.size() > longest_word)
          throw SynthesisError("a counterexample of all components would be too long",
                               "fewer components, or smaller extensions");
        result_.counterexample = way->word;
        used = way->used;
      }
      known = united(known, system.alphabet());
      result_.components.push_back(refined_component(system, used, shape_.percent_kept, random_));
    }
  }

  const DecompositionTask& task_;
  const DecompositionShape& shape_;
  FreshActions& fresh_;
  Random& random_;
  const Limits* limits_;
  Decomposition result_;
  std::vector<Leaf> open_;  ///< in the order of the derivation's leaves
};

}  // namespace

Decomposition decompose_as_tree(const DecompositionTask& task, const DecompositionShape& shape,
                                FreshActions& fresh, Random& random, const Limits* limits) {
  INVARIANT(task.oracle == nullptr || task.verdict == Verdict::violated,
            "a tree should be asked for where nothing goes on without a component");
  return TreeDecomposer(task, shape, fresh, random, limits).run();
}

}  // namespace arges::synth
