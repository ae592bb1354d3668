#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "output/report/report_graph.h"
#include "output/report/report_tables.h"
#include "output/report/run_steps.h"

namespace arges::output {

/// What a drawing of a System is of.
enum class DrawnKind : std::uint8_t { model, product };

/// A drawing and what a report calls it.
struct Drawing {
  const char* name;
  ReportGraph graph;
};
/// Of what a run is of; nothing if it has no parts that its author thinks of, or too many.
std::optional<Drawing> drawing_of(const RunSubject& subject, DrawnKind kind);

/// The drawing of a model that the steps of its runs point into.
class DrawnModel {
 public:
  DrawnModel() = default;
  explicit DrawnModel(ReportGraph graph);

  const ReportGraph& graph() const { return graph_; }
  /// A step in the page's terms.
  nlohmann::ordered_json to_json(const ReportStep& step, ReportSources& sources) const;

 private:
  std::vector<std::uint32_t> ends_of(const ReportStep& step) const;
  std::vector<std::uint32_t> way_of(const ReportStep& step) const;
  std::vector<std::uint32_t> edges_of(const ReportStep& step) const;

  ReportGraph graph_;
  std::map<std::string, std::uint32_t> states_;               ///< nodes by names
  std::map<analysis::Control, std::uint32_t> controls_;       ///< nodes
  std::multimap<std::string, std::uint32_t> edges_by_names_;  ///< a transition may have several
};

}  // namespace arges::output
