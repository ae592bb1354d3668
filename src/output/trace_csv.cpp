#include <fmt/format.h>

#include "output/chart_value.h"
#include "output/csv.h"
#include "output/trace_formats.h"

namespace arges::output {

namespace {

/// Names have commas in them, of arguments.
std::string joined(const std::vector<std::string>& texts) {
  return fmt::format("{}", fmt::join(texts, "; "));
}

}  // namespace

void write_csv(const TraceSet& set, const Sink& sink) {
  const std::vector<ir::Var> variables = told_variables(set.subject);
  std::vector<std::string> heading{"trace",         "step",    "cause", "inputs",
                                   "configuration", "outputs", "fired", "notes"};
  for (const ir::Var var : variables) heading.push_back(var->name);
  sink(csv_line(heading));
  for (std::size_t i = 0; i < set.size; ++i) {
    const ToldTrace steps = set.told(i);
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const ToldStep& step = steps[k];
      std::vector<std::string> line{
          std::to_string(i + 1),      std::to_string(k),    step.cause,         joined(step.inputs),
          joined(step.configuration), joined(step.outputs), joined(step.fired), joined(step.notes)};
      for (const ir::Var var : variables) {
        const ir::Value value = step.state.get(var);
        line.push_back(value.is_unknown() ? "" : run_value_text(set.subject, var, value));
      }
      sink(csv_line(line));
    }
  }
}

}  // namespace arges::output
