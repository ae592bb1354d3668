#include "engine/statechart_model.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/options.h"
#include "frontend/scxml/scxml_parser.h"
#include "frontend/uml/uml_parser.h"
#include "model/statechart/prepare.h"
#include "model/statechart/shared_writes.h"

namespace arges::engine {

StatechartModel read_statechart(ir::Context& context, const SourcePtr& source,
                                const LoadRequest& request, const Limits* limits) {
  const ModelKind kind = model_kind(request.path, request.input_format);
  if (!is_statechart(kind))
    throw UsageError("not available for such models in this version",
                     "available: statecharts (.scxml, .gcd, .gpd, .uml, .xmi)");
  if (kind == ModelKind::scxml && !request.component.empty())
    throw UsageError("--component is for models of Gamma and UML", "leave it out");
  if (kind != ModelKind::scxml && !request.events.empty())
    throw UsageError("--events is for SCXML: other models tell their events", "leave it out");
  if (kind != ModelKind::scxml && request.rules != Rules::strict)
    throw UsageError("--lenient is for SCXML: other models' rules have no exceptions",
                     "leave it out");
  StatechartModel result;
  if (kind == ModelKind::scxml) {
    const frontend::ScxmlOptions options{request.events,
                                         request.rules == Rules::lenient
                                             ? frontend::ScxmlRules::lenient
                                             : frontend::ScxmlRules::strict,
                                         request.tried_events};
    result.system = frontend::parse_scxml(context, source, options, limits);
  } else if (kind == ModelKind::uml) {
    result.system = frontend::parse_uml_chart(context, source, request.component, limits);
  } else if (std::filesystem::path(request.path).extension() == ".gpd") {
    result.properties = frontend::parse_gamma_properties(source);
    const std::string& component =
        request.component.empty() ? result.properties->component : request.component;
    result.system = frontend::parse_gamma(context, result.properties->model, {component}, limits);
  } else {
    result.system = frontend::parse_gamma(context, source, {request.component}, limits);
  }
  for (model::statechart::Machine& machine : result.system.machines)
    model::statechart::stop_private_timers(machine);
  if (request.time_step != 0 && result.system.time_step != 0) {
    if (result.system.time_step % request.time_step != 0)
      result.system.warnings.push_back(
          {{source.get(), 0},
           fmt::format(
               "with --time-step {0} timers fire late: the delays of the model are multiples "
               "of {1} ms, which {0} ms do not divide",
               request.time_step, result.system.time_step)});
    result.system.time_step = request.time_step;
  }
  return result;
}

void warn_about(const model::statechart::System& system, const Log& log) {
  const auto warn = [&log](const auto& warnings) {
    for (const auto& warning : warnings)
      log.note("{}: warning: {}", warning.location.to_string(), warning.text);
  };
  warn(system.warnings);
  warn(model::statechart::shared_writes(system));
}

}  // namespace arges::engine
