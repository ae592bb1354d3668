#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/source.h"
#include "output/result.h"
#include "output/told_trace.h"

namespace arges::output {

/// The version of the witness format; a reader refuses others.
inline constexpr int witness_version = 1;
/// The "polarity" of results on whether there is a run.
inline constexpr const char* existential_name = "existential";

/// The text of a witness file: what `--format json` prints, a head that names the format, and for
/// each result its "trace" or its "proof" in full, and its "precision" if that was kept.
std::string write_witness(const ModelResult& result);

/// What a verdict rests on.
using Evidence =
    std::variant<analysis::ConcreteTrace, analysis::Certificate, analysis::InductionCertificate,
                 analysis::LtlCertificate, analysis::StateSet>;

/// A witness file that was read: which results it holds, and their evidence once the System they
/// speak about is known.
class Witness {
 public:
  /// Throws InputError if the text is no witness.
  explicit Witness(SourcePtr file);

  struct Result {
    std::string property;
    /// On the invariant or formula, also where the question is whether a run violates it.
    analysis::Answer answer = analysis::Answer::unknown;
    Polarity polarity = Polarity::universal;
    std::string reason;  ///< of unknown
    /// Why there is no proof of a verdict that nobody checked; "": there is one, or should be.
    std::string unproved = {};
    std::vector<std::pair<std::string, std::string>> configuration;  ///< option → value
  };
  const std::vector<Result>& results() const { return results_; }
  /// The model's path as check was given it; empty if the witness does not say.
  const std::string& model() const { return model_; }

  /// The trace of a `false`, the proof of a `true` (where a run was asked for, the other way);
  /// throws InputError if it does not fit the System (unknown variable, action …). Only the form is
  /// checked: not that it shows anything, nor that the nodes a proof refers to exist.
  Evidence evidence(std::size_t result, const analysis::System& system) const;

  /// The result as it was written, with its evidence where there is any; throws as evidence does.
  /// What makes a proof or a trace one is not checked again.
  PropertyResult result(std::size_t number, const analysis::System& system) const;

  /// Where the result tells its reader something else than its (validated) evidence shows, or "":
  /// in the counterexample or in names. Positions in the source are left out, the model may have
  /// been given by another path.
  std::string contradiction(std::size_t result, const RunSubject& subject,
                            const Evidence& evidence) const;

 private:
  bool reads_as(std::size_t result, const RunSubject& subject,
                const analysis::ConcreteTrace& trace) const;

  SourcePtr file_;
  std::shared_ptr<const nlohmann::json> document_;
  std::string model_;
  std::vector<Result> results_;
};

}  // namespace arges::output
