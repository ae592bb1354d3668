#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/env.h"
#include "engine/options.h"
#include "lts/equivalence/bisimulation.h"
#include "lts/logic/formula.h"
#include "lts/refinement/refinement.h"

namespace arges::engine {

enum class LtsFormat : std::uint8_t { aut, dot, json, pnml };
/// The values of `--input` and of `--to`; the numbers are LtsFormats.
const Choices& lts_input_formats();
const Choices& lts_output_formats();
/// What a file's ending says, of those that the option has; throws UsageError where it says
/// nothing.
LtsFormat lts_format_of(const std::string& path, const char* option);

/// Actions as lists of them name them, separated by commas that are outside of brackets: `f(a,b)`
/// is one, and so is what stands in quotes.
std::vector<std::string> action_list(std::string_view text);
/// A name as action_list reads it, also among others: in quotes where it would take it for
/// something else.
std::string action_text(const std::string& name);

/// A transition system from a file.
struct LtsPart {
  std::string name;
  std::string short_name;  ///< without the way to the file
  lts::Mts system;
};

/// Why two systems are not related as it was asked.
struct LtsDifference {
  std::string formula;     ///< that one satisfies and the other does not; "" if there is none
  bool in_first = true;    ///< the first is the one that does
  std::string divergence;  ///< in words, if that is the difference
  std::string remark;      ///< why there is no formula, otherwise
};

/// The answer to whether two systems are related, with a reason if it is no.
struct LtsComparison {
  bool holds = false;
  LtsDifference difference;  ///< if not
};

/// What there is to know about a system at a glance.
struct LtsFacts {
  std::size_t states;
  std::size_t reachable;
  std::size_t transitions;
  std::size_t internal;
  std::size_t may;        ///< transitions that are not required
  std::size_t deadlocks;  ///< states that can be reached and have no transition
  bool deterministic;
  bool convergent;
  std::vector<std::string> alphabet;
};

/// Everything `arges lts` can be asked. Throws UsageError, InputError and LimitReached.
class LtsWorkbench {
 public:
  explicit LtsWorkbench(Env& env) : env_(env) {}

  /// The components of a file; a file of several digraphs has several.
  std::vector<LtsPart> read(const std::string& path, std::optional<LtsFormat> format);
  /// In parallel: what of it can be reached.
  lts::Mts compose(const std::vector<LtsPart>& parts) const;
  /// The same, but a single part as it is.
  lts::Mts together(const std::vector<LtsPart>& parts) const;
  /// These actions become internal, or all but these; throws if there is no such action.
  lts::Mts hide(const lts::Mts& system, const std::vector<std::string>& names) const;
  lts::Mts keep(const lts::Mts& system, const std::vector<std::string>& names) const;
  lts::Mts minimize(const lts::Mts& system, lts::Equivalence equivalence) const;
  LtsComparison compare(const lts::Mts& a, const lts::Mts& b, lts::Equivalence equivalence) const;
  LtsComparison refines(const lts::Mts& concrete, const lts::Mts& abstract,
                        lts::RefinementKind kind) const;
  LtsFacts facts(const lts::Mts& system) const;
  /// Warns of what the format leaves out.
  std::string text(const lts::Mts& system, LtsFormat format, const std::string& name) const;

 private:
  lts::Alphabet actions(const std::vector<std::string>& names, const lts::Mts& system) const;
  LtsComparison compare_modal(const lts::Mts& a, const lts::Mts& b,
                              lts::Equivalence equivalence) const;
  /// A formula that holds in the first, not in the second, is a difference between them.
  LtsDifference told(const lts::Mts& a, const lts::Mts& b, const lts::Formulas& formulas,
                     lts::FormulaId formula) const;

  Env& env_;
  lts::ActionTablePtr table_ = std::make_shared<lts::ActionTable>();
};

}  // namespace arges::engine
