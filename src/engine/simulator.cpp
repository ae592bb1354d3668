#include "engine/simulator.h"

#include "engine/machine_simulator.h"
#include "engine/options.h"
#include "engine/statechart_simulator.h"

namespace arges::engine {

std::unique_ptr<Simulator> make_simulator(Env& env, const LoadRequest& request) {
  if (model_kind(request.path, request.input_format) == ModelKind::machines)
    return std::make_unique<MachineSimulator>(env, request);
  return std::make_unique<StatechartSimulator>(env, request);
}

}  // namespace arges::engine
