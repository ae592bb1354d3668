#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "analysis/cegar/verdict.h"
#include "analysis/certify/certificate.h"
#include "lts/temporal/ctl_explain.h"

namespace arges::output {

/// All there is to say about a temporal formula on transition systems.
struct LtsResult {
  std::string property;
  std::string logic;  ///< "ltl", "ctl"
  analysis::Answer answer = analysis::Answer::unknown;
  std::string reason;                                 ///< of unknown
  analysis::Check certificate;                        ///< was the verdict re-checked
  std::optional<lts::Run> run;                        ///< that shows the verdict
  std::vector<lts::CtlExplanation::Note> notes = {};  ///< what the run does not show
  std::string remark = {};                            ///< what has to be known of the verdict
  std::optional<bool> interruptible = {};             ///< of LTL, if it was found out
  std::vector<std::pair<std::string, std::size_t>> statistics = {};  ///< name → figure
};

/// Whether the figures of a run are printed after its result.
enum class LtsDetail : std::uint8_t { results, figures };

/// The systems that formulas were asked of.
struct LtsModel {
  std::string name;                ///< as given on the command line
  std::vector<std::string> parts;  ///< names of the components
  lts::ActionTablePtr table;
};

/// The result line, then the run: what was done, who moved, and where they are then.
std::string render_text(const LtsModel& model, const LtsResult& result, LtsDetail detail);

/// What `--format json` prints of all results, in the contract's form: "state" is the state of each
/// component by its name, "changed" of those that moved.
nlohmann::ordered_json to_json(const LtsModel& model, const std::vector<LtsResult>& results);

}  // namespace arges::output
