#include "engine/ltl_property.h"

#include <algorithm>

#include <fmt/format.h>

#include "automata/ltl/random_formula.h"
#include "automata/omega/acceptance.h"
#include "engine/text_part.h"
#include "model/passes/live_variables.h"

namespace arges::engine {

using analysis::FiniteRuns;
using automata::Formula;

namespace {

/// What to tell of an atom that makes no sense and is touched by operators, as oing in Going; ""
/// if it is not.
std::string advice_on_letters(std::string_view text, const automata::Atom& atom) {
  std::size_t begin = atom.location.offset;
  while (begin > 0 && std::string_view("FGX").find(text[begin - 1]) != std::string_view::npos)
    --begin;
  if (begin == atom.location.offset) return "";
  const std::string word(text.substr(begin, atom.location.offset - begin));
  return fmt::format("{0} is read as operators; a name is \"{0}{1}\", in double quotes", word,
                     atom.text);
}

/// The texts of a formula's atoms in one syntax; nothing: it is no formula of that.
std::optional<std::vector<std::string>> atoms_of(const SourceText& text,
                                                 automata::LtlSyntax syntax) {
  try {
    automata::Formulas formulas;
    std::vector<std::string> result;
    for (const automata::Atom& atom : automata::parse_formula(formulas, text, syntax).atoms)
      result.push_back(atom.text);
    return result;
  } catch (const InputError&) {
    return {};
  }
}

}  // namespace

LtlProperty::LtlProperty(LtlModel model, const LtlQuestion& question) : model_(std::move(model)) {
  formula_ = parse(question.formula, question.syntax);
  for (const FormulaText& premise : question.fairness)
    formula_ =
        formulas_.disjunction({formulas_.negation(parse(premise, question.syntax)), formula_});
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

automata::LtlSyntax LtlProperty::reading(const SourceText& text, automata::LtlSyntax syntax) const {
  using automata::LtlSyntax;
  if (syntax != LtlSyntax::automatic) return syntax;
  const LtlSyntax usual = automata::detect_syntax(text.text());
  if (usual != LtlSyntax::spot) return usual;
  const auto touching = atoms_of(text, LtlSyntax::spot);
  const auto apart = atoms_of(text, LtlSyntax::mondok);
  const bool is_usual = !apart || touching == apart || (touching && are_known(*touching));
  return is_usual || !are_known(*apart) ? LtlSyntax::spot : LtlSyntax::mondok;
}

bool LtlProperty::are_known(const std::vector<std::string>& atoms) const {
  return std::all_of(atoms.begin(), atoms.end(), [this](const std::string& atom) {
    try {
      const SourceText text("atom", atom);
      model_.parse_atom(text);
      return true;
    } catch (const InputError&) {
      return false;
    }
  });
}

Formula LtlProperty::parse(const FormulaText& text, automata::LtlSyntax given) {
  const auto line = std::make_shared<const SourceText>(text.source->name(), text.text);
  const automata::LtlSyntax syntax = reading(*line, given);
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
  const auto found = model_.escapes.find(product_->model_control(run.steps.back().action->target));
  return found == model_.escapes.end() ? std::nullopt : std::optional(found->second);
}

analysis::WordSource LtlProperty::words(FiniteRuns finite_runs) {
  const analysis::System& system = *model_.system;
  analysis::WordSource result{system, model_.reads, model_.is_final, {}};
  for (const auto& [control, reason] : model_.escapes) result.escapes.insert(control);
  if (finite_runs == FiniteRuns::ignore) return result;
  if (finite_runs == FiniteRuns::stutter_all) {
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
  const auto num_propositions = static_cast<unsigned>(atoms_.size());
  const auto disagrees = [&](const automata::Lasso& word) {
    return automata::accepts(*automaton_, formulas_, word) == automata::satisfies(word, formula_);
  };
  // All short words over few propositions, others at random.
  constexpr unsigned most_bits = 8;
  for (unsigned length = 1; length * std::max(1U, num_propositions) <= most_bits && length <= 4;
       ++length)
    for (unsigned bits = 0; bits < 1U << (length * num_propositions); ++bits) {
      automata::Lasso word;
      for (unsigned i = 0; i < length; ++i) {
        std::vector<bool>& letter = word.letters.emplace_back();
        for (unsigned p = 0; p < num_propositions; ++p)
          letter.push_back(((bits >> (i * num_propositions + p)) & 1U) != 0);
      }
      for (word.loop_start = 0; word.loop_start < length; ++word.loop_start)
        if (disagrees(word)) return "the automaton is not that of the formula's negation";
    }
  constexpr int random_words = 200;
  constexpr std::size_t longest_word = 10;
  automata::Formulas names;
  for (unsigned p = 0; p < num_propositions; ++p) names.proposition(formulas_.proposition_name(p));
  automata::RandomFormulas random(names, 1, {});
  for (int i = 0; i < random_words; ++i)
    if (disagrees(random.word(longest_word)))
      return "the automaton is not that of the formula's negation";
  return "";
}

}  // namespace arges::engine
