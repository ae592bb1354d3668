#include "engine/lts_check.h"

#include <chrono>
#include <map>

#include <fmt/format.h>

#include "automata/ltl/measures.h"
#include "automata/omega/acceptance.h"
#include "automata/translate/translator.h"
#include "base/error.h"
#include "base/invariant.h"
#include "base/syntax/call_text.h"
#include "base/syntax/suggest.h"
#include "engine/ltl.h"
#include "engine/ltl_reading.h"
#include "engine/text_part.h"
#include "lts/algebra/operators.h"
#include "lts/temporal/ctl_explain.h"
#include "lts/temporal/ctl_parser.h"
#include "lts/temporal/ctl_recheck.h"
#include "lts/temporal/interruptible.h"
#include "lts/temporal/ltl_recheck.h"

namespace arges::engine {

namespace {

using analysis::Answer;

constexpr Choice finite_runs[] = {
    {"ignore", "formulas speak of infinite runs only", "the default for --ltl, as at RERS",
     static_cast<std::uint32_t>(lts::FiniteRuns::ignore)},
    {"stutter-all", "where nothing can be done, nothing happens for ever: all maximal runs count",
     "the default for --ctl; where a deadlock is a behaviour",
     static_cast<std::uint32_t>(lts::FiniteRuns::stutter)},
};
constexpr Choices finite_run_choices{
    "finite-runs", "what a run that can't go on means to a formula about actions", finite_runs};

constexpr const char* left_out =
    "runs that end were left out; --finite-runs stutter-all counts them";

bool has_dead_end(const lts::StateSpace& space) {
  for (lts::StateId s = 0; s < space.num_states(); ++s)
    if (space.from(s).first == space.from(s).behind) return true;
  return false;
}

/// Whether a text that is no formula of linear time is one of branching time.
bool is_branching(const SourceText& line) {
  try {
    lts::CtlFormulas formulas(lts::FiniteRuns::stutter);
    return lts::parse_ctl(formulas, line).is_branching;
  } catch (const InputError&) {
    return false;
  }
}

/// Nothing where it would take long to find out: a verdict should not wait for it.
std::optional<bool> interruptible(automata::Formulas& formulas, automata::Formula formula) {
  if (lts::is_interruptible_by_shape(formula)) return true;
  constexpr std::size_t most_operators = 8;
  if (automata::temporal_operators(formula) > most_operators) return {};
  return lts::is_interruptible(formulas, formula);
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// A part of the check that limits may end without harm to the verdict.
template <typename Error>
analysis::Check certified(const Error& error) {
  analysis::Check result;
  try {
    const std::string wrong = error();
    INVARIANT(wrong.empty(), wrong);
    result.passed = true;
  } catch (const LimitReached& limit) {
    result.ran_out = true;
    result.reason = to_string(limit.reason());
  }
  return result;
}

/// Short names, with numbers where several are the same.
std::vector<std::string> part_names(const std::vector<LtsPart>& parts) {
  std::map<std::string, int> uses;
  for (const LtsPart& part : parts) ++uses[part.short_name];
  std::map<std::string, int> used;
  std::vector<std::string> result;
  for (const LtsPart& part : parts) {
    const std::string& name = part.short_name;
    result.push_back(uses[name] == 1 ? name : fmt::format("{}#{}", name, ++used[name]));
  }
  return result;
}

/// Most are misspelt; some are known, but to no transition, which most formats can't say.
std::string advice_on_unknown(const syntax::Suggestion& suggestion) {
  const std::string hint = suggestion.hint();
  return hint + (hint.empty() ? "" : " ") +
         "(an action that no transition has stands in the \"alphabet\" of a .json file)";
}

}  // namespace

const Choices& lts_finite_runs() { return finite_run_choices; }

std::vector<std::string> actions_of_bisimilarity(const std::string& file) {
  const SourcePtr source = read_source(file);
  constexpr std::string_view begin = "weakly bisimilar, seeing only ";
  std::string_view rest = source->text().substr(0, source->text().find('\n'));
  if (!rest.starts_with(begin))
    throw UsageError(fmt::format("'{}' is no question about two transition systems", file),
                     fmt::format("it should be: {}ACTION, …", begin));
  rest.remove_prefix(begin.size());
  return action_list(rest);
}

std::vector<LtsQuestion> lts_questions(const std::string& path) {
  const SourcePtr source = read_source(path);
  std::vector<LtsQuestion> result;
  for (const FormulaLine& line : formula_lines(*source)) {
    LtsQuestion question{LtsLogic::automatic, source, line.offset, line.text};
    const bool is_ltl = line.text.starts_with("ltl:");
    if (is_ltl || line.text.starts_with("ctl:")) {
      question.logic = is_ltl ? LtsLogic::ltl : LtsLogic::ctl;
      const std::size_t begin = std::min(line.text.find_first_not_of(" \t", 4), line.text.size());
      question.text = line.text.substr(begin);
      question.offset += static_cast<std::uint32_t>(begin);
    }
    result.push_back(std::move(question));
  }
  return result;
}

/// A formula that was read.
struct LtsPropertyCheck::Property {
  std::string text;
  LtsLogic logic = LtsLogic::ltl;
  lts::ActionPropositions actions;

  // Of LTL.
  automata::Formulas formulas;
  automata::Formula ltl;

  // Of CTL.
  std::unique_ptr<lts::CtlFormulas> ctl_formulas;
  lts::CtlId ctl = 0;
};

LtsPropertyCheck::LtsPropertyCheck(Env& env, const std::vector<LtsPart>& parts, Settings settings)
    : env_(env), parts_(parts), settings_(settings) {
  model_.table = parts.front().system.table();
  for (const LtsPart& part : parts) {
    alphabet_ = united(alphabet_, part.system.alphabet());
    is_modal_ = is_modal_ || !part.system.is_lts();
    systems_.push_back(&part.system);
  }
  model_.parts = part_names(parts);
}

LtsPropertyCheck::~LtsPropertyCheck() = default;

std::size_t LtsPropertyCheck::num_properties() const { return properties_.size(); }

void LtsPropertyCheck::prepare(const std::vector<LtsQuestion>& questions) {
  Diagnostics diagnostics;
  for (const LtsQuestion& question : questions) {
    try {
      properties_.push_back(read(question));
    } catch (const InputError& error) {
      add_errors(diagnostics, error);
    }
  }
  diagnostics.throw_if_errors();
}

/// Formulas of the two logics are different texts, but for those without temporal operators, which
/// mean the same in both. So the first reading that makes sense is the right one.
std::unique_ptr<LtsPropertyCheck::Property> LtsPropertyCheck::read(const LtsQuestion& question) {
  auto property = std::make_unique<Property>();
  property->text = question.text;
  const auto line = std::make_shared<const SourceText>(question.source->name(), question.text);
  const SourceLocation begin{question.source.get(), question.offset};
  std::optional<InputError> ctl_error;
  if (question.logic != LtsLogic::ltl) {
    try {
      if (read_ctl(*property, question, *line)) return property;
    } catch (const InputError& error) {
      ctl_error = moved(error, begin);
      if (question.logic == LtsLogic::ctl) throw *ctl_error;
    }
  }
  try {
    read_ltl(*property, *line);
    return property;
  } catch (const InputError& error) {
    const bool seems_branching =
        ctl_error && question.text.find_first_of("AE<[") != std::string::npos;
    const bool is_of_ctl = question.logic == LtsLogic::ltl && is_branching(*line);
    throw seems_branching
        ? *ctl_error
        : moved(error, begin, is_of_ctl ? "this is a formula of branching time: --ctl" : "");
  }
}

/// False if it could as well be a formula of LTL.
bool LtsPropertyCheck::read_ctl(Property& property, const LtsQuestion& question,
                                const SourceText& line) {
  property.logic = LtsLogic::ctl;
  property.ctl_formulas = std::make_unique<lts::CtlFormulas>(settings_.branching);
  const lts::ParsedCtl parsed = lts::parse_ctl(*property.ctl_formulas, line);
  if (question.logic == LtsLogic::automatic && !parsed.is_branching) return false;
  property.actions.resize(property.ctl_formulas->propositions().size());
  for (const lts::CtlAtom& atom : parsed.atoms)
    property.actions[atom.proposition] =
        action(property.ctl_formulas->propositions()[atom.proposition], atom.location, "");
  property.ctl = property.ctl_formulas->of_state(parsed.formula);
  return true;
}

void LtsPropertyCheck::read_ltl(Property& property, const SourceText& line) {
  property.logic = LtsLogic::ltl;
  property.actions.clear();
  const automata::LtlSyntax syntax = reading_of(
      line, settings_.syntax, [this](const std::string& name) { return is_known(name); });
  const automata::ParsedFormula parsed = automata::parse_formula(property.formulas, line, syntax);
  property.ltl = parsed.formula;
  property.actions.resize(property.formulas.num_propositions());
  for (const automata::Atom& atom : parsed.atoms)
    property.actions[atom.proposition] =
        action(atom.text, atom.location, advice_on_letters(line.text(), atom));
}

bool LtsPropertyCheck::is_known(const std::string& name) const {
  return name == "tau" || alphabet_.contains(model_.table->find(name));
}

/// The internal action is called tau, unless a visible one is.
lts::ActionId LtsPropertyCheck::action(const std::string& name, SourceLocation place,
                                       const std::string& hint) {
  const lts::ActionId found = model_.table->find(name);
  if (alphabet_.contains(found)) return found;
  if (name == "tau") return lts::tau;
  syntax::Suggestion suggestion(name);
  for (const std::string& known : names(alphabet_, *model_.table)) suggestion.consider(known);
  throw InputError(place, fmt::format("there is no action '{}'", name),
                   hint.empty() ? advice_on_unknown(suggestion) : hint);
}

void LtsPropertyCheck::tell_progress(const char* what, std::size_t states) {
  constexpr double seconds_between = 2;
  const double now = seconds_now();
  if (last_progress_ == 0) last_progress_ = now;
  if (now - last_progress_ < seconds_between) return;
  last_progress_ = now;
  env_.log.detail("{} states {}", states, what);
}

output::LtsResult LtsPropertyCheck::decide(std::size_t number) {
  Property& property = *properties_[number];
  output::LtsResult result;
  result.property = property.text;
  result.logic = property.logic == LtsLogic::ltl ? "ltl" : "ctl";
  try {
    env_.limits.check();
    if (property.logic == LtsLogic::ltl)
      decide_ltl(property, result);
    else
      decide_ctl(property, result);
  } catch (const LimitReached& limit) {
    result.answer = Answer::unknown;
    result.reason = to_string(limit.reason());
    result.certificate = {};
    result.certificate.reason = result.reason;
    result.run.reset();
  }
  return result;
}

/// A modal system satisfies a formula if all that is allowed does, and violates it if what is
/// required does (Jasper 2021, Def. 14). That is about infinite runs: which runs end is not the
/// same in all systems that refine it.
void LtsPropertyCheck::decide_ltl(Property& property, output::LtsResult& result) {
  if (is_modal_ && settings_.linear != lts::FiniteRuns::ignore) {
    result.reason = "unsupported: runs that end in modal systems; see --finite-runs ignore";
    result.certificate.reason = result.reason;
    return;
  }
  result.interruptible = interruptible(property.formulas, property.ltl);
  const bool holds = check_ltl(property, systems_, result);
  result.answer = holds ? Answer::holds : Answer::violated;
  if (holds || !is_modal_) return;
  if (required_.empty())
    for (const lts::Mts* system : systems_) required_.push_back(lts::must_lts(*system));
  Systems systems;
  for (const lts::Mts& system : required_) systems.push_back(&system);
  result.run.reset();
  result.statistics.clear();
  if (!check_ltl(property, systems, result)) return;
  result.answer = Answer::unknown;
  result.reason = "not proved: some of what is only allowed violates it";
  result.certificate = {};
  result.certificate.reason = result.reason;
}

bool LtsPropertyCheck::check_ltl(Property& property, const Systems& systems,
                                 output::LtsResult& result) {
  const lts::ActionFormula formula{&property.formulas, property.ltl, property.actions};
  automata::Translator translator(property.formulas);
  const automata::Automaton negation =
      translator.translate(property.formulas.negation(property.ltl));
  INVARIANT(automata::accepts_violations(negation, property.formulas, property.ltl),
            "an automaton should accept what violates its formula");
  const Limits* limits = &env_.limits;
  lts::LtlCheck check(systems, negation, formula, settings_.linear);
  const bool holds =
      check.run(limits, [this](std::size_t states) { tell_progress("in the product", states); });
  if (holds) {
    result.certificate = certified([&] {
      return lts::proof_error(systems, negation, formula, settings_.linear, lts::proof_of(check),
                              limits);
    });
  } else {
    result.run = check.counterexample();
    result.certificate = certified(
        [&] { return lts::counterexample_error(systems, formula, settings_.linear, *result.run); });
  }
  const bool ignores = settings_.linear == lts::FiniteRuns::ignore;
  if (holds && ignores && check.product().met_dead_end()) result.remark = left_out;
  result.statistics = {{"system states met", check.system().num_states()},
                       {"product states met", check.product().num_states()},
                       {"automaton states", negation.num_states()}};
  return holds;
}

void LtsPropertyCheck::make_space() {
  if (space_) return;
  view_ = std::make_unique<lts::ParallelView>(systems_);
  auto space = std::make_unique<lts::StateSpace>(
      *view_, settings_.branching, &env_.limits,
      [this](std::size_t states) { tell_progress("in the state space", states); });
  const std::string wrong = lts::space_error(systems_, *space, settings_.branching, &env_.limits);
  INVARIANT(wrong.empty(), wrong);
  space_ = std::move(space);
}

void LtsPropertyCheck::decide_ctl(const Property& property, output::LtsResult& result) {
  if (is_modal_) {
    result.reason = "unsupported: CTL on modal transition systems";
    result.certificate.reason = result.reason;
    return;
  }
  make_space();
  const lts::CtlFormulas& formulas = *property.ctl_formulas;
  lts::CtlCheck check(*space_, formulas, property.actions, &env_.limits);
  result.answer = check.holds(property.ctl) ? Answer::holds : Answer::violated;
  if (auto explanation = lts::explain(*space_, formulas, check.sets(), property.ctl)) {
    result.run = std::move(explanation->run);
    result.notes = std::move(explanation->notes);
  }
  result.certificate = certified([&] {
    std::string wrong = lts::sets_error(*space_, formulas, property.actions, check.sets(),
                                        property.ctl, &env_.limits);
    if (wrong.empty() && result.run)
      wrong = lts::run_error(lts::PlainComposition(systems_), *result.run);
    return wrong;
  });
  // A proof, or a violation without a run, may rest on what was left out.
  if (settings_.branching == lts::FiniteRuns::ignore && has_dead_end(*space_))
    result.remark = left_out;
  result.statistics = {{"states", space_->num_states()}, {"steps", space_->num_positions()}};
}

}  // namespace arges::engine
