#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/certify/certificate.h"
#include "analysis/ltl/buchi_product.h"
#include "automata/ltl/parser.h"
#include "automata/ltl/prefix.h"
#include "automata/translate/translator.h"
#include "base/env.h"
#include "base/source.h"
#include "engine/configuration.h"
#include "model/cfa/cfa.h"
#include "model/replay.h"
#include "smt/solver.h"

namespace arges::engine {

/// A formula as the user gave it: a text, or a line of a file.
struct FormulaText {
  SourcePtr source;
  std::uint32_t offset = 0;  ///< where it begins
  std::string text;
};

/// What is asked about a model.
struct LtlQuestion {
  enum class About : std::uint8_t {
    words,  ///< the formula is about what the model's letters are
    runs,   ///< or whether there are runs at all: every step is a letter
  };
  FormulaText formula;
  std::vector<FormulaText> fairness = {};  ///< runs that violate one of these do not count
  automata::LtlSyntax syntax = automata::LtlSyntax::automatic;
  analysis::FiniteRuns finite_runs = analysis::FiniteRuns::automatic;
  analysis::LoopSearch search = analysis::LoopSearch::components;
  About about = About::words;
};

/// What a kind of model offers to temporal formulas.
struct LtlModel {
  std::unique_ptr<analysis::System> system;  ///< without a property
  std::unique_ptr<model::Replayer> replayer;
  std::function<bool(const analysis::Action&)> reads;  ///< does an action end in a letter
  std::function<bool(analysis::Control)> is_final;     ///< does a run end here
  /// Which of the runs that can't go on end at such controls; the others are found by what actions
  /// need.
  enum class Ends : std::uint8_t { some, all } ends = Ends::some;
  std::function<ir::Expr(const SourceText&)> parse_atom;  ///< throws InputError
  /// Where the model does not follow its runs, and why.
  std::map<analysis::Control, std::string> escapes = {};
  /// Where runs end that do not count, but for what they have done before.
  std::set<analysis::Control> cuts = {};
  /// What runs say that end at these.
  analysis::LeftRuns left_runs = analysis::LeftRuns::nothing;
  /// The automaton that a C program became, and how deep that follows recursive calls.
  const model::Cfa* program = nullptr;
  std::uint32_t recursion = 0;
  /// What a run that can't go on usually means here.
  analysis::FiniteRuns finite_runs = analysis::FiniteRuns::stutter_final;
};

/// A temporal formula about a model: its atoms bound to expressions, the automaton of its negation,
/// and their product. Says what a counterexample must be.
class LtlProperty {
 public:
  /// Throws InputError with positions in the formula, UsageError for what can't be done.
  LtlProperty(LtlModel model, const LtlQuestion& question);

  /// Why nothing can be said about the formula, or "".
  const std::string& unsupported() const { return unsupported_; }
  const analysis::BuchiProduct& product() const { return *product_; }
  const LtlModel& model() const { return model_; }
  /// Of the negation; null where nothing can be said about the formula.
  const automata::Automaton* automaton() const { return automaton_ ? &*automaton_ : nullptr; }
  /// Why a run shows nothing: the model does not follow it, and what it has done before does not
  /// violate the formula whatever comes. Nothing: it shows something.
  std::optional<std::string> escape(const analysis::ConcreteTrace& run) const;
  /// What the atoms mean, by the numbers of their propositions.
  const std::vector<ir::Expr>& atoms() const { return atoms_; }

  /// Whether the automaton accepts exactly the words that violate the formula, on many words that
  /// are evaluated by the definition of the operators: what is wrong, or "".
  std::string automaton_error() const;
  /// A run that ends where the model does not follow it, without the loop of the product there.
  analysis::ConcreteTrace without_loop_at_end(analysis::ConcreteTrace run) const;
  /// Whether a run is one of the model's and violates the formula: it goes on for ever, or ends
  /// where the model does not follow it and violates whatever comes. It is executed by the
  /// interpreter; its word is evaluated without the automaton.
  analysis::Check check(Env& env, smt::SolverFactory& solvers,
                        const analysis::ConcreteTrace& run) const;

 private:
  /// The formula, with its atoms bound.
  automata::Formula parse(const FormulaText& text, automata::LtlSyntax given);
  bool is_known(const std::string& atom) const;
  void bind(const FormulaText& text, const std::vector<automata::Atom>& atoms);
  analysis::WordSource words(analysis::FiniteRuns finite_runs);
  /// Each of these says what is wrong, if anything.
  std::optional<analysis::Check> check_steps(const analysis::ConcreteTrace& run) const;
  std::optional<analysis::Check> check_ending(smt::SolverFactory& solvers,
                                              const analysis::ConcreteTrace& run) const;
  std::optional<analysis::Check> check_loop(smt::SolverFactory& solvers,
                                            const analysis::ConcreteTrace& run) const;
  std::optional<analysis::Check> check_word(const analysis::ConcreteTrace& run) const;
  std::optional<analysis::Check> check_prefix(const analysis::ConcreteTrace& run) const;
  /// What an atom of each letter is; nothing: some atom has no value.
  struct Letters;
  Letters letters(const analysis::ConcreteTrace& run) const;

  LtlModel model_;
  std::string unsupported_;
  automata::Formulas formulas_;
  automata::Formula formula_;
  std::optional<automata::PrefixJudge> prefixes_;
  std::vector<ir::Expr> atoms_;
  std::optional<automata::Automaton> automaton_;  ///< of the negation
  std::unique_ptr<analysis::BuchiProduct> product_;
};

}  // namespace arges::engine
