#include "engine/trace_teller.h"

#include <algorithm>

#include "output/statechart_occurrences.h"

namespace arges::engine {

using analysis::NodeId;

TraceTeller::TraceTeller(const TraceModel& model, const analysis::TraceGraph& graph,
                         analysis::TraceGenerator& generator, output::RunSubject subject)
    : model_(model),
      graph_(graph),
      generator_(generator),
      subject_(std::move(subject)),
      run_keys_(graph, generator) {}

output::ToldTrace TraceTeller::tell(const analysis::ConcreteTrace& run) const {
  return output::ToldTrace(output::tell(subject_, run));
}

output::ToldTrace TraceTeller::tell(std::size_t trace) {
  std::vector<std::uint32_t> keys = run_keys_.of(trace);
  std::size_t same = 0;
  while (same < keys.size() && same < told_keys_.size() && keys[same] == told_keys_[same]) ++same;
  std::size_t kept = told_.size();
  const std::vector<NodeId> path = graph_.path_to(generator_.ends()[trace]);
  while (kept > 0 && (told_[kept - 1].actions >= same || !is_seam(path, told_[kept - 1].actions)))
    --kept;
  std::size_t from = kept == 0 ? 0 : told_[kept - 1].actions;
  const analysis::ConcreteTrace rest = generator_.trace(trace, from);
  std::vector<output::ToldStep> steps =
      kept == 0 ? output::tell(subject_, rest) : output::tell_rest(subject_, rest);
  if (kept > 0 && is_unclear(steps)) {
    kept = from = 0;
    steps = output::tell(subject_, generator_.trace(trace));
  }
  for (output::ToldStep& step : steps) step.actions += from;
  told_.shorten(kept);
  told_.append(std::move(steps));
  told_keys_ = std::move(keys);
  return told_;
}

bool TraceTeller::is_unclear(const std::vector<output::ToldStep>& steps) const {
  if (model_.chart == nullptr || steps.empty()) return false;
  const model::statechart::Layout& layout = model_.chart->layout();
  if (output::has_failed_assertion(layout, steps.back().state)) return true;
  return !output::states_tell_outputs(layout.system()) &&
         std::any_of(steps.begin(), steps.end(),
                     [](const output::ToldStep& step) { return !step.outputs.empty(); });
}

bool TraceTeller::is_seam(const std::vector<NodeId>& path, std::size_t actions) const {
  if (!graph_.node(path[actions]).rests || actions + 1 >= path.size()) return false;
  if (model_.chart == nullptr) return true;
  // Times that pass without anything else are told together.
  const std::uint32_t origin = graph_.node(path[actions + 1]).action->origin;
  return origin < model_.chart->steps().size() &&
         model_.chart->steps()[origin].kind != model::statechart::StepKind::time;
}

}  // namespace arges::engine
