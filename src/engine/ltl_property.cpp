#include "engine/ltl_property.h"

#include "automata/omega/acceptance.h"
#include "engine/ltl_reading.h"
#include "engine/text_part.h"
#include "model/passes/live_variables.h"

namespace arges::engine {

using analysis::FiniteRuns;
using automata::Formula;

LtlProperty::LtlProperty(LtlModel model, const LtlQuestion& question) : model_(std::move(model)) {
  formula_ = parse(question.formula, question.syntax);
  for (const FormulaText& premise : question.fairness)
    formula_ =
        formulas_.disjunction({formulas_.negation(parse(premise, question.syntax)), formula_});
  prefixes_.emplace(formulas_, formula_);
  automata::Translator translator(formulas_);
  automata::Translation translation = translator.translate_both(formulas_.negation(formula_));
  automaton_ = analysis::is_on_states(question.search) ? std::move(translation.buchi)
                                                       : std::move(translation.tgba);
  if (automaton_->num_sets() + 1 >= automata::max_acceptance_sets)
    throw InputError({question.formula.source.get(), question.formula.offset},
                     "the formula has more promises than this program can keep apart");
  analysis::Atoms atoms;
  for (std::uint32_t p = 0; p < atoms_.size(); ++p)
    atoms[automaton_->manager()->proposition(formulas_.proposition_name(p))] = atoms_[p];
  const bool is_usual = question.finite_runs == FiniteRuns::automatic;
  product_ = std::make_unique<analysis::BuchiProduct>(
      words(is_usual ? model_.finite_runs : question.finite_runs), *automaton_, atoms);
  const model::LiveVariables live(*product_);
  product_->mark_dead_variables(
      [&](analysis::Control control, ir::Var var) { return live.is_live(control, var); });
}

bool LtlProperty::is_known(const std::string& atom) const {
  try {
    const SourceText text("atom", atom);
    model_.parse_atom(text);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

Formula LtlProperty::parse(const FormulaText& text, automata::LtlSyntax given) {
  const auto line = std::make_shared<const SourceText>(text.source->name(), text.text);
  const automata::LtlSyntax syntax =
      reading_of(*line, given, [this](const std::string& atom) { return is_known(atom); });
  automata::ParsedFormula parsed;
  try {
    parsed = automata::parse_formula(formulas_, *line, syntax);
  } catch (const InputError& error) {
    throw moved(error, {text.source.get(), text.offset});
  }
  bind(text, parsed.atoms);
  return parsed.formula;
}

void LtlProperty::bind(const FormulaText& text, const std::vector<automata::Atom>& atoms) {
  atoms_.resize(formulas_.num_propositions());
  for (const automata::Atom& atom : atoms) {
    const auto source = std::make_shared<const SourceText>(text.source->name(), atom.text);
    try {
      atoms_[atom.proposition] = model_.parse_atom(*source);
    } catch (const InputError& error) {
      throw moved(error, {text.source.get(), text.offset + atom.location.offset},
                  advice_on_letters(text.text, atom));
    }
  }
}

std::optional<std::string> LtlProperty::escape(const analysis::ConcreteTrace& run) const {
  if (run.steps.empty()) return {};
  const analysis::Control end = run.steps.back().action->target;
  const auto found = model_.escapes.find(product_->model_control(end));
  if (found == model_.escapes.end() || !product_->is_open(end)) return {};
  return found->second;
}

analysis::ConcreteTrace LtlProperty::without_loop_at_end(analysis::ConcreteTrace run) const {
  if (run.steps.empty() || !product_->is_left(run.steps.back().action->target)) return run;
  while (!run.steps.empty() && product_->is_left(run.steps.back().action->source))
    run.steps.pop_back();
  run.loop.reset();
  return run;
}

analysis::WordSource LtlProperty::words(FiniteRuns finite_runs) {
  const analysis::System& system = *model_.system;
  analysis::WordSource result{system, model_.reads, model_.is_final, {}};
  for (const auto& [control, reason] : model_.escapes) result.escapes.insert(control);
  result.cuts = model_.cuts;
  if (finite_runs == FiniteRuns::ignore) return result;
  result.left_runs = model_.left_runs;
  if (finite_runs == FiniteRuns::stutter_all && model_.ends == LtlModel::Ends::some) {
    auto found = analysis::deadlocks(system);
    if (found)
      result.endings = *std::move(found);
    else
      unsupported_ = "unsupported: stutter-all, as deadlocks of this model can't be told exactly";
  }
  for (analysis::Control control = 0; system.has_control(control); ++control) {
    if (!model_.is_final(control)) continue;
    std::erase_if(result.endings, [&](const auto& ending) { return ending.control == control; });
    result.endings.push_back({control, system.context().true_expr()});
  }
  return result;
}

std::string LtlProperty::automaton_error() const {
  return automata::accepts_violations(*automaton_, formulas_, formula_)
             ? ""
             : "the automaton is not that of the formula's negation";
}

}  // namespace arges::engine
