#include "synth/parallel/derivation.h"

#include <fmt/format.h>

#include "base/invariant.h"
#include "lts/algebra/composition.h"
#include "lts/algebra/operators.h"

namespace arges::synth {

using lts::Alphabet;
using lts::Mts;
using lts::RefinementKind;

namespace {

/// Checks a derivation from its leaves to its root.
class DerivationCheck {
 public:
  DerivationCheck(const Derivation& derivation, const std::vector<Mts>& components,
                  RefinementKind kind, const Limits* limits)
      : derivation_(derivation), components_(components), kind_(kind), limits_(limits) {}

  std::string error() {
    std::string wrong;
    const Alphabet below = check(0, wrong);
    if (wrong.empty() && next_component_ != components_.size())
      wrong = "there are more components than leaves of the derivation";
    return wrong;
  }

 private:
  /// All actions of the components below a node.
  Alphabet check(std::size_t number, std::string& wrong) {
    const Derivation::Node& node = derivation_.nodes[number];
    if (node.parts.empty()) return check_component(number, wrong);
    std::vector<const Mts*> parts;
    for (const std::size_t part : node.parts) {
      INVARIANT(part > number, "a part should come behind what it is a part of");
      parts.push_back(&derivation_.nodes[part].system);
    }
    const Mts together = parts.size() == 1 ? *parts.front() : lts::composed(parts, limits_);
    if (!together.alphabet().includes(node.system.alphabet()))
      return fail(number, "its parts do not have all of its actions", wrong);
    if (!refines(together, node.system)) return fail(number, "its parts do not refine it", wrong);
    std::vector<Alphabet> below;
    for (const std::size_t part : node.parts) {
      below.push_back(check(part, wrong));
      if (!wrong.empty()) return {};
    }
    return together_below(number, below, wrong);
  }

  /// The second condition of Theorem 1, for one part after the other.
  Alphabet together_below(std::size_t number, const std::vector<Alphabet>& below,
                          std::string& wrong) {
    const std::vector<std::size_t>& parts = derivation_.nodes[number].parts;
    Alphabet all;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      all = united(all, below[i]);
      const Alphabet& before = derivation_.nodes[parts[i]].system.alphabet();
      for (std::size_t j = 0; j < parts.size(); ++j) {
        if (i == j) continue;
        const Alphabet others = united(below[j], derivation_.nodes[parts[j]].system.alphabet());
        if (!lts::alphabets_fit(before, below[i], others))
          return fail(number, "what is new below one part is known below another", wrong);
      }
    }
    return all;
  }

  Alphabet check_component(std::size_t number, std::string& wrong) {
    if (next_component_ == components_.size())
      return fail(number, "there is no component for it", wrong);
    const Mts& component = components_[next_component_++];
    const Mts& specification = derivation_.nodes[number].system;
    if (!component.is_lts()) return fail(number, "its component is no LTS", wrong);
    if (component.alphabet() != specification.alphabet())
      return fail(number, "its component has other actions", wrong);
    if (!refines(component, specification))
      return fail(number, "its component does not refine it", wrong);
    return component.alphabet();
  }

  bool refines(const Mts& concrete, const Mts& abstract) const {
    lts::Formulas formulas;
    const bool hides = concrete.alphabet() != abstract.alphabet();
    if (!hides && !concrete.has_tau() && !abstract.has_tau())
      return lts::refines(concrete, abstract, RefinementKind::modal, formulas, limits_).refines;
    return lts::refines(lts::view(concrete, abstract.alphabet()), abstract, kind_, formulas,
                        limits_)
        .refines;
  }

  static Alphabet fail(std::size_t number, const char* why, std::string& wrong) {
    wrong = fmt::format("step {} of the derivation: {}", number, why);
    return {};
  }

  const Derivation& derivation_;
  const std::vector<Mts>& components_;
  RefinementKind kind_;
  const Limits* limits_;
  std::size_t next_component_ = 0;
};

}  // namespace

std::vector<std::size_t> leaves(const Derivation& derivation, std::size_t node) {
  if (derivation.nodes[node].parts.empty()) return {node};
  std::vector<std::size_t> result;
  for (const std::size_t part : derivation.nodes[node].parts) {
    const std::vector<std::size_t> below = leaves(derivation, part);
    result.insert(result.end(), below.begin(), below.end());
  }
  return result;
}

std::string derivation_error(const Derivation& derivation, const std::vector<Mts>& components,
                             RefinementKind kind, const Limits* limits) {
  return DerivationCheck(derivation, components, kind, limits).error();
}

}  // namespace arges::synth
