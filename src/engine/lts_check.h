#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "automata/ltl/parser.h"
#include "base/env.h"
#include "engine/lts.h"
#include "lts/temporal/state_space.h"
#include "output/lts_result.h"

namespace arges::engine {

/// The values of `lts check --finite-runs`; the numbers are lts::FiniteRuns.
const Choices& lts_finite_runs();

/// The actions that are seen, of a file that asks whether two systems are weakly bisimilar then:
/// `weakly bisimilar, seeing only a, b`. Throws UsageError where it asks something else.
std::vector<std::string> actions_of_bisimilarity(const std::string& file);

/// Which logic a formula is of; `automatic`: CTL if it has a path quantifier or a modality.
enum class LtsLogic : std::uint8_t { automatic, ltl, ctl };

/// A formula as the user gave it.
struct LtsQuestion {
  LtsLogic logic;
  SourcePtr source;
  std::uint32_t offset = 0;  ///< where it begins
  std::string text;
};

/// The formulas of a file: one a line, with `ltl:` or `ctl:` before it where that is not clear.
std::vector<LtsQuestion> lts_questions(const std::string& path);

/// Decides temporal formulas about the actions of composed transition systems. Whatever it answers
/// was checked by code that did not find it.
class LtsPropertyCheck {
 public:
  struct Settings {
    /// Linear time is about infinite runs. Branching time is about states, and one in which nothing
    /// can be done is a state like others.
    lts::FiniteRuns linear = lts::FiniteRuns::ignore;
    lts::FiniteRuns branching = lts::FiniteRuns::stutter;
    automata::LtlSyntax syntax = automata::LtlSyntax::automatic;
  };
  /// The parts must outlive this, and share a table of actions.
  LtsPropertyCheck(Env& env, const std::vector<LtsPart>& parts, Settings settings);
  ~LtsPropertyCheck();

  /// Reads all formulas; throws InputError with everything that is wrong with them.
  void prepare(const std::vector<LtsQuestion>& questions);
  std::size_t num_properties() const;
  /// Throws no LimitReached: a limit makes the result unknown.
  output::LtsResult decide(std::size_t number);
  const output::LtsModel& model() const { return model_; }

 private:
  struct Property;
  using Systems = std::vector<const lts::Mts*>;

  std::unique_ptr<Property> read(const LtsQuestion& question);
  void read_ltl(Property& property, const SourceText& line);
  bool read_ctl(Property& property, const LtsQuestion& question, const SourceText& line);
  lts::ActionId action(const std::string& name, SourceLocation place, const std::string& hint);
  bool is_known(const std::string& name) const;

  void decide_ltl(Property& property, output::LtsResult& result);
  bool check_ltl(Property& property, const Systems& systems, output::LtsResult& result);
  void decide_ctl(const Property& property, output::LtsResult& result);
  void make_space();
  void tell_progress(const char* what, std::size_t states);

  Env& env_;
  const std::vector<LtsPart>& parts_;
  Settings settings_;
  output::LtsModel model_;
  lts::Alphabet alphabet_;
  bool is_modal_ = false;
  Systems systems_;                 ///< what is allowed
  std::vector<lts::Mts> required_;  ///< of modal systems
  std::vector<std::unique_ptr<Property>> properties_;
  std::unique_ptr<lts::ParallelView> view_;
  std::unique_ptr<lts::StateSpace> space_;  ///< of all formulas of CTL
  double last_progress_ = 0;
};

}  // namespace arges::engine
