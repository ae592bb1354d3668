#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "frontend/gamma/instantiate.h"

namespace arges::frontend::gamma {

/// Makes a system of a component and all that it is composed of.
class Composition {
 public:
  explicit Composition(Definitions& definitions) : definitions_(definitions) {}

  /// What is wrong is reported; then the system makes no sense.
  chart::System compose(Found<ComponentText> root);

 private:
  /// A port of a machine that a port of a component leads to.
  struct Leaf {
    chart::MachineId machine = 0;
    const PortOfInstance* port = nullptr;
  };
  struct BuiltPort {
    const Port* text = nullptr;
    const Interface* interface = nullptr;
    std::vector<Leaf> leaves = {};
  };
  enum class Timing : std::uint8_t { synchronous, asynchronous };
  /// A component that is part of the system.
  struct Built {
    chart::ComponentId id = 0;
    Timing timing = Timing::synchronous;
    std::map<std::string, BuiltPort> ports = {};
    std::map<std::string, chart::EventRef> clocks = {};  ///< of an adapter
  };
  /// What an instance is made of.
  struct Order {
    Found<ComponentText> component;
    std::string path;
    std::vector<Value> arguments;
    SourceLocation location;
  };

  // compose.cpp: statecharts and composites
  std::optional<Built> build(const Order& order);
  Built statechart(const Order& order);
  Built wrapped_statechart(const Order& order, Built inner);
  std::optional<Built> composite(const Order& order);
  std::optional<Built> child(const Order& around, const InstanceText& text);
  std::optional<std::vector<Value>> arguments(const Order& around, const InstanceText& text,
                                              Found<ComponentText> component);
  Frame frame_of(const Order& order) const;
  std::vector<chart::ComponentId> execution(const std::vector<Name>& names,
                                            const std::map<std::string, Built>& children);
  Built add(chart::Component component, const Order& order, Timing timing);
  std::vector<Value> free_parameters(Found<ComponentText> root);
  void mark_environment(const Built& root);
  void add_internal_channels();
  void drop_channels_to_nowhere();
  std::uint32_t time_step() const;

  // connections.cpp
  void bind_ports(const Order& order, const std::map<std::string, Built>& children, Built& built);
  const BuiltPort* port(const PortReference& reference,
                        const std::map<std::string, Built>& children);
  void connect(const ChannelText& text, const std::map<std::string, Built>& children,
               chart::Component& component);
  void connect(const Leaf& provider, const Leaf& requirer, chart::Component& component);

  // adapters.cpp
  std::optional<Built> adapter(const Order& order);
  void add_own_ports(const Order& order, Built& built);
  void add_clocks(const Order& order, Built& built);
  void start_clock(const Name& clock, chart::EventRef tick);
  std::optional<chart::MachineId> first_machine(chart::ComponentId id) const;
  std::vector<chart::EventRef> events(const EventPattern& pattern, const Built& built);
  std::vector<chart::EventRef> inputs(const BuiltPort& port, const std::string& event) const;
  /// Of a queue, as it is written for a component; nothing written: the model's own.
  std::uint32_t capacity(const Order& order, NodeId node);
  void add_queue(const Order& order, const QueueText& text, const Built& built,
                 chart::Component& component);

  bool is_below(chart::MachineId machine, chart::ComponentId component) const;
  bool is_queued(chart::EventRef event) const;
  void error(SourceLocation location, std::string message, std::string hint = "");

  Definitions& definitions_;
  chart::System system_;
  std::vector<std::unique_ptr<Instance>> instances_;  ///< by machines
  std::deque<PortOfInstance> adapter_ports_;
  std::vector<chart::Variable> free_;       ///< parameters of the root
  std::vector<const ComponentText*> open_;  ///< to meet one again is a cycle
};

}  // namespace arges::frontend::gamma
