#include "engine/lts.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/error.h"
#include "base/invariant.h"
#include "base/syntax/call_text.h"
#include "base/syntax/suggest.h"
#include "frontend/lts/aut_reader.h"
#include "frontend/lts/dot_reader.h"
#include "frontend/lts/pnml_reader.h"
#include "lts/algebra/composition.h"
#include "lts/algebra/operators.h"
#include "lts/logic/distinguish.h"
#include "lts/logic/evaluator.h"
#include "lts/logic/modal_formula.h"
#include "lts/petri/petri_net.h"
#include "output/lts_text.h"

namespace arges::engine {

namespace {

constexpr Choice formats[] = {
    {"aut", "Aldebaran: des (0, 2, 3), then a transition a line", "what CADP and mCRL2 use",
     static_cast<std::uint32_t>(LtsFormat::aut)},
    {"dot", "digraphs for Graphviz, as RERS writes them", "to look at",
     static_cast<std::uint32_t>(LtsFormat::dot)},
    {"json", "states and transitions as JSON", "keeps actions that no transition has",
     static_cast<std::uint32_t>(LtsFormat::json)},
    {"pnml", "a place/transition net; its markings are the states",
     "to read only; what RERS has too", static_cast<std::uint32_t>(LtsFormat::pnml)},
};
constexpr Choices inputs{
    "input", "the format of transition systems; by the file's ending unless given", formats};
constexpr Choices outputs{
    "to", "the format to write; by the file's ending unless given, aut to the standard output",
    std::span(formats).first<3>()};

/// What of a modal system equivalence is asked about: may and must as different actions.
lts::Mts as_lts(const lts::Mts& system, lts::Equivalence equivalence, const Limits* limits) {
  if (equivalence == lts::Equivalence::strong) return lts::both_as_actions(system);
  if (equivalence == lts::Equivalence::weak)
    return lts::both_as_actions(lts::observational(system, limits));
  throw UsageError("branching bisimilarity is not defined for modal transition systems",
                   "leave --branching out, or use --weak");
}

const char* too_large = "the formula that tells them apart would be too large";
const char* unexpected = "a formula that tells systems apart should hold in one and not the other";

}  // namespace

const Choices& lts_input_formats() { return inputs; }
const Choices& lts_output_formats() { return outputs; }

LtsFormat lts_format_of(const std::string& path, const char* option) {
  const bool reads = std::string_view(option) == "--input";
  for (const Choice& choice : (reads ? inputs : outputs).values)
    if (path.ends_with(fmt::format(".{}", choice.name)))
      return static_cast<LtsFormat>(choice.number);
  throw UsageError(fmt::format("the ending of '{}' is of no format of transition systems", path),
                   fmt::format("endings: .aut, .dot, .json{}; or say which: {} FORMAT",
                               reads ? ", .pnml" : "", option));
}

std::vector<std::string> action_list(std::string_view text) {
  std::vector<std::string> result = syntax::split_list(text);
  for (std::string& name : result) name = syntax::unquoted(name).value_or(name);
  return result;
}

std::string action_text(const std::string& name) {
  // Among others, as a bracket or quote that is open in it ends in what follows.
  const std::string behind = "x'\"";
  const std::vector<std::string> list{"x", name, behind, "f(1,2)"};
  return action_list(fmt::format("{}", fmt::join(list, ","))) == list ? name
                                                                      : syntax::quoted_text(name);
}

std::vector<LtsPart> LtsWorkbench::read(const std::string& path, std::optional<LtsFormat> format) {
  if (!format) format = lts_format_of(path, "--input");
  const SourcePtr source = read_source(path);
  const std::string stem = std::filesystem::path(path).stem().string();
  std::vector<LtsPart> result;
  switch (*format) {
    case LtsFormat::aut:
      result.push_back({path, stem, frontend::read_aut(*source, table_, &env_.limits)});
      break;
    case LtsFormat::json:
      result.push_back({path, stem, output::read_lts_json(*source, table_)});
      break;
    case LtsFormat::pnml:
      result.push_back(
          {path, stem,
           lts::reachability_graph(frontend::read_pnml(*source, table_), &env_.limits)});
      break;
    case LtsFormat::dot:
      for (frontend::NamedSystem& part : frontend::read_dot(*source, table_, &env_.limits))
        result.push_back(
            {fmt::format("{}: {}", path, part.name), part.name, std::move(part.system)});
      break;
  }
  return result;
}

lts::Mts LtsWorkbench::compose(const std::vector<LtsPart>& parts) const {
  std::vector<const lts::Mts*> systems;
  systems.reserve(parts.size());
  for (const LtsPart& part : parts) systems.push_back(&part.system);
  return lts::composed(systems, &env_.limits);
}

lts::Mts LtsWorkbench::together(const std::vector<LtsPart>& parts) const {
  return parts.size() == 1 ? parts.front().system : compose(parts);
}

lts::Alphabet LtsWorkbench::actions(const std::vector<std::string>& wanted,
                                    const lts::Mts& system) const {
  std::vector<lts::ActionId> result;
  for (const std::string& name : wanted) {
    const lts::ActionId action = table_->find(name);
    if (!system.alphabet().contains(action)) {
      syntax::Suggestion suggestion(name);
      for (const std::string& known : names(system.alphabet(), *table_)) suggestion.consider(known);
      throw UsageError(fmt::format("there is no action '{}'", name), suggestion.hint());
    }
    result.push_back(action);
  }
  return lts::Alphabet(std::move(result));
}

lts::Mts LtsWorkbench::hide(const lts::Mts& system, const std::vector<std::string>& names) const {
  return lts::hidden(system, actions(names, system));
}

lts::Mts LtsWorkbench::keep(const lts::Mts& system, const std::vector<std::string>& names) const {
  return lts::view(system, actions(names, system));
}

lts::Mts LtsWorkbench::minimize(const lts::Mts& system, lts::Equivalence equivalence) const {
  if (system.is_lts()) return lts::minimized(system, equivalence, &env_.limits);
  if (equivalence != lts::Equivalence::strong)
    throw UsageError("a modal transition system is minimized by strong bisimilarity only",
                     "leave the equivalence out");
  const lts::Mts reachable = lts::reachable_part(system);
  const lts::Partition classes =
      lts::equivalence_classes(lts::both_as_actions(reachable), equivalence, &env_.limits);
  return lts::quotient(reachable, classes, equivalence);
}

LtsComparison LtsWorkbench::compare(const lts::Mts& a, const lts::Mts& b,
                                    lts::Equivalence equivalence) const {
  if (!a.is_lts() || !b.is_lts()) return compare_modal(a, b, equivalence);
  const Limits* limits = &env_.limits;
  const lts::Mts both = lts::disjoint_union(a, b);
  const lts::StateId other = lts::second_initial(a, b);
  lts::Partition classes = lts::equivalence_classes(both, equivalence, limits);
  LtsComparison result;
  result.holds = classes.same(both.initial(), other);
  if (result.holds) return result;
  if (equivalence == lts::Equivalence::divergent_branching) {
    equivalence = lts::Equivalence::branching;
    classes = lts::equivalence_classes(both, equivalence, limits);
    if (classes.same(both.initial(), other)) {
      result.difference.divergence = "only where one can go on internally for ever";
      return result;
    }
  }
  lts::Formulas formulas;
  const std::optional<lts::FormulaId> formula = lts::distinguishing_formula(
      formulas, both, classes, both.initial(), other, equivalence, limits);
  if (formula)
    result.difference = told(a, b, formulas, *formula);
  else
    result.difference.remark = too_large;
  return result;
}

LtsComparison LtsWorkbench::compare_modal(const lts::Mts& a, const lts::Mts& b,
                                          lts::Equivalence equivalence) const {
  const Limits* limits = &env_.limits;
  const lts::Mts first = as_lts(a, equivalence, limits);
  const lts::Mts second = as_lts(b, equivalence, limits);
  const lts::Mts both = lts::disjoint_union(first, second);
  const lts::StateId other = lts::second_initial(first, second);
  const lts::Equivalence strong = lts::Equivalence::strong;
  const lts::Partition classes = lts::equivalence_classes(both, strong, limits);
  LtsComparison result;
  result.holds = classes.same(both.initial(), other);
  if (result.holds) return result;
  lts::Formulas formulas;
  const std::optional<lts::FormulaId> formula =
      lts::distinguishing_formula(formulas, both, classes, both.initial(), other, strong, limits);
  if (formula)
    result.difference =
        told(a, b, formulas,
             lts::modal_formula(formulas, *formula, *table_,
                                equivalence == lts::Equivalence::weak ? lts::StepKind::weak
                                                                      : lts::StepKind::single));
  else
    result.difference.remark = too_large;
  return result;
}

LtsDifference LtsWorkbench::told(const lts::Mts& a, const lts::Mts& b,
                                 const lts::Formulas& formulas, lts::FormulaId formula) const {
  const Limits* limits = &env_.limits;
  INVARIANT(lts::holds(a, formulas, formula, limits), unexpected);
  INVARIANT(!lts::holds(b, formulas, formula, limits), unexpected);
  // "only one can" is easier to read than "the other can't".
  const lts::Formulas::Node& node = formulas[formula];
  const bool negated = node.kind == lts::FormulaKind::negation;
  LtsDifference result;
  result.in_first = !negated;
  result.formula = lts::to_string(formulas, negated ? node.operands.front() : formula, *table_);
  return result;
}

LtsComparison LtsWorkbench::refines(const lts::Mts& concrete, const lts::Mts& abstract,
                                    lts::RefinementKind kind) const {
  const Limits* limits = &env_.limits;
  lts::Formulas formulas;
  const lts::RefinementResult found = lts::refines(concrete, abstract, kind, formulas, limits);
  LtsComparison result;
  result.holds = found.refines;
  if (found.divergent)
    result.difference.divergence =
        fmt::format("the first can go on internally for ever, at its state {}", *found.divergent);
  if (!found.formula) return result;
  INVARIANT(lts::holds(abstract, formulas, *found.formula, limits), unexpected);
  INVARIANT(!lts::holds(concrete, formulas, *found.formula, limits), unexpected);
  result.difference.in_first = false;
  result.difference.formula = lts::to_string(formulas, *found.formula, *table_);
  return result;
}

LtsFacts LtsWorkbench::facts(const lts::Mts& system) const {
  const lts::Mts reachable = lts::reachable_part(system);
  LtsFacts result{system.num_states(),
                  reachable.num_states(),
                  system.num_transitions(),
                  0,
                  0,
                  0,
                  system.is_deterministic(),
                  lts::is_convergent(system),
                  names(system.alphabet(), *table_)};
  for (const lts::Transition& t : system.all_transitions()) {
    result.internal += t.action() == lts::tau ? 1 : 0;
    result.may += t.is_must() ? 0 : 1;
  }
  for (lts::StateId s = 0; s < reachable.num_states(); ++s)
    result.deadlocks += reachable.transitions(s).empty() ? 1 : 0;
  return result;
}

std::string LtsWorkbench::text(const lts::Mts& system, LtsFormat format,
                               const std::string& name) const {
  if (format == LtsFormat::json) return output::lts_json(system);
  std::vector<lts::ActionId> used;
  for (const lts::Transition& t : system.all_transitions()) used.push_back(t.action());
  const lts::Alphabet lost = without(system.alphabet(), lts::Alphabet(std::move(used)));
  if (!lost.empty())
    env_.log.note("warning: the format has no place for actions without transitions ({}); JSON has",
                  fmt::join(names(lost, *table_), ", "));
  return format == LtsFormat::aut ? output::lts_aut(system) : output::lts_dot(system, name);
}

}  // namespace arges::engine
