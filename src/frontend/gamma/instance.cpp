#include "frontend/gamma/instance.h"

namespace arges::frontend::gamma {

const PortEvent* PortOfInstance::find(const std::string& event) const {
  for (const PortEvent& known : events)
    if (known.declaration->name.text == event) return &known;
  return nullptr;
}

Value Instance::parameter(ir::Context& context, chart::EventId event, const PortEvent& port_event,
                          std::size_t number) const {
  if (port_event.parameters[number] == nullptr) return {};
  std::size_t first = 0;
  for (std::size_t i = 0; i < number; ++i)
    if (port_event.parameters[i] != nullptr)
      first += parts_of(context, *port_event.parameters[i]).size();
  Value result{.shape = port_event.parameters[number]};
  const std::size_t count = parts_of(context, *result.shape).size();
  for (std::size_t i = first; i < first + count; ++i)
    result.parts.push_back(context.var(machine.events[event].parameters[i].value));
  return result;
}

}  // namespace arges::frontend::gamma
