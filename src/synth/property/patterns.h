#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "synth/property/vocabulary.h"
#include "synth/random.h"

namespace arges::synth {

// Property patterns and their scopes, as formulas over actions: Dwyer, Avrunin and Corbett,
// "Patterns in property specifications for finite-state verification" (ICSE 1999), with the
// formulas of their collection for LTL. Exactly one action happens at a time, so that of `p & !r`
// for different p and r only p remains.

enum class Pattern : std::uint8_t { absence, existence, universality, precedence, response };
inline constexpr std::size_t num_patterns = 5;

enum class Scope : std::uint8_t { globally, before, after, between, after_until };
inline constexpr std::size_t num_scopes = 5;

/// One of several actions, as an event of a pattern.
using Event = std::vector<lts::ActionId>;

/// A pattern with its events: `p` is what the pattern is about, `s` what precedes or answers it,
/// `q` opens the scope and `r` closes it. Of universality, `p` is all that may happen.
struct PatternInstance {
  Pattern pattern = Pattern::absence;
  Scope scope = Scope::globally;
  Event p;
  Event s;  ///< of precedence and response
  Event q;  ///< of after, between and after_until
  Event r;  ///< of before, between and after_until
};

automata::Formula formula_of(Vocabulary& vocabulary, const PatternInstance& instance);
/// "output Y responds to input A after input B", with names as the function tells them.
std::string english(const PatternInstance& instance, const lts::ActionTable& table);

/// A formula with what it says in English.
struct Property {
  automata::Formula formula;
  std::string english;
  std::optional<PatternInstance> pattern = {};
};

/// Which patterns to choose from, and about what.
struct PatternChoice {
  std::vector<Pattern> patterns;    ///< none: all
  std::vector<Scope> scopes;        ///< none: all
  lts::Alphabet actions;            ///< that formulas may speak of
  lts::Alphabet inputs;             ///< those among them that nobody can promise not to come
  unsigned percent_of_sets = 0;     ///< how often an event is one of two actions
  bool interruptible_only = false;  ///< as parallel tasks need (Jasper 2021, 4.2)
};

/// Makes properties at random; the same for the same seed.
class PatternGenerator {
 public:
  PatternGenerator(VocabularyPtr vocabulary, PatternChoice choice);

  /// Neither valid nor unsatisfiable over words of single actions; throws SynthesisError if after
  /// many attempts there is none.
  Property next(Random& random);

 private:
  PatternInstance instance(Random& random) const;
  bool is_interesting(automata::Formula formula);

  VocabularyPtr vocabulary_;
  PatternChoice choice_;
};

}  // namespace arges::synth
