#include "output/sequence_diagram.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "output/chart_value.h"
#include "output/drawing_text.h"
#include "output/machine_trace.h"
#include "output/statechart_trace.h"

namespace arges::output {

namespace {

using model::statechart::Layout;
using model::statechart::MachineId;
using Event = SequenceDiagram::Event;
using Item = SequenceDiagram::Item;
using LifeLine = SequenceDiagram::LifeLine;
using Message = SequenceDiagram::Message;

/// Draws a run of a statechart: life line 0 is the environment, machine m is m + 1.
class ChartDrawer {
 public:
  explicit ChartDrawer(const model::statechart::Lowering& chart)
      : layout_(chart.layout()),
        system_(layout_.system()),
        shown_(system_.machines.size()),
        moments_(system_.machines.size()) {
    set_moments(static_cast<model::statechart::ComponentId>(system_.components.size() - 1), 0);
  }

  SequenceDiagram draw(const std::string& title, const ChartTrace& trace) {
    result_.title = title;
    result_.life_lines.push_back({LifeLine::Kind::environment, "environment"});
    for (MachineId m = 0; m < system_.machines.size(); ++m)
      result_.life_lines.push_back({LifeLine::Kind::machine, name_of(m)});
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
      draw(trace.steps[i]);
      if (trace.loop_start == i) result_.items.push_back({Item::Kind::loop});
    }
    return std::move(result_);
  }

 private:
  std::string name_of(MachineId m) const {
    const std::string& name = system_.machines[m].name;
    return name.empty() ? (system_.name.empty() ? "machine" : system_.name) : name;
  }

  void draw(const ChartStep& step) {
    if (step.milliseconds > 0)
      draw_delay(fmt::format("{} ms", step.milliseconds));
    else if (step.inputs.empty() && !result_.items.empty())
      draw_delay(step.cause);
    std::vector<Event> inputs;
    for (const ChartEvent& input : step.inputs)
      inputs.push_back({Message{0, input.event.machine + 1, input.text}});
    add(std::move(inputs));
    draw_outputs(step);
    for (MachineId m = 0; m < system_.machines.size(); ++m) draw_states(m, step);
    for (const std::string& note : step.notes)
      result_.items.push_back({Item::Kind::note, {}, 1, {note}});
  }

  /// Messages are sent one after the other. What a cycle of one machine raises is there at once,
  /// and so it is with machines that do not wait for each other.
  void draw_outputs(const ChartStep& step) {
    std::map<std::size_t, std::vector<Event>> by_moment;
    for (std::size_t i = 0; i < step.outputs.size(); ++i) {
      const bool is_ordered = execution_of(system_) == model::statechart::Execution::events;
      const std::size_t moment = is_ordered ? i : moments_[step.outputs[i].event.machine];
      by_moment[moment].push_back(ways_of(step.outputs[i]));
    }
    for (auto& [moment, outputs] : by_moment) add(std::move(outputs));
  }

  /// When the machines of a component take their last cycle of a step, from a moment on; the moment
  /// after them.
  std::size_t set_moments(model::statechart::ComponentId id, std::size_t from) {
    using Kind = model::statechart::Component::Kind;
    const model::statechart::Component& component = system_.components[id];
    if (component.kind == Kind::machine) {
      moments_[component.machine] = from;
      return from + 1;
    }
    const bool is_sequence = component.kind == Kind::cascade || component.kind == Kind::scheduled;
    std::size_t end = from;
    for (const auto child :
         is_sequence && !component.execution.empty() ? component.execution : component.children) {
      const std::size_t after = set_moments(child, is_sequence ? end : from);
      end = std::max(end, after);
    }
    return end;
  }

  /// Something came that is no event; what repeats without any effect is counted.
  void draw_delay(const std::string& what) {
    const bool repeats = !result_.items.empty() && result_.items.back().kind == Item::Kind::delay &&
                         last_delay_ == what;
    times_ = repeats ? times_ + 1 : 1;
    last_delay_ = what;
    if (!repeats)
      result_.items.push_back({Item::Kind::delay, {}, 0, {what}});
    else
      result_.items.back().lines = {fmt::format("{}, {} times", what, times_)};
  }

  void add(std::vector<Event> events) {
    if (!events.empty()) result_.items.push_back({Item::Kind::events, std::move(events)});
  }

  /// Along its channels, and to the environment where it has none.
  Event ways_of(const ChartEvent& output) const {
    const std::size_t from = output.event.machine + 1;
    Event result;
    for (const auto& component : system_.components)
      for (const auto& channel : component.channels)
        if (channel.from == output.event)
          result.push_back({from, channel.to.machine + 1, output.text});
    if (result.empty()) result.push_back({from, 0, output.text});
    return result;
  }

  /// Its states and what changed of its data, where there is anything new.
  void draw_states(MachineId m, const ChartStep& step) {
    std::string states =
        fmt::format("{}", fmt::join(configuration_of(layout_, m, *step.state), ", "));
    std::vector<std::string> lines;
    if (!states.empty()) lines.push_back(states);
    for (const auto& variable : system_.machines[m].variables)
      if (std::find(step.changed.begin(), step.changed.end(), variable.var) != step.changed.end() &&
          !step.state->get(variable.var).is_unknown())
        lines.push_back(run_assignment(&system_, variable.var, step.state->get(variable.var)));
    const bool is_new = states != shown_[m] || lines.size() > (states.empty() ? 0U : 1U);
    if (is_new && !lines.empty())
      result_.items.push_back({Item::Kind::states, {}, m + 1U, std::move(lines)});
    shown_[m] = std::move(states);
  }

  const Layout& layout_;
  const model::statechart::System& system_;
  std::vector<std::string> shown_;    ///< the last states that were drawn, by machine
  std::vector<std::size_t> moments_;  ///< by machines: which cycles of a step come before which
  std::string last_delay_;
  std::size_t times_ = 0;  ///< that the last delay came
  SequenceDiagram result_;
};

/// Draws a run of communicating machines: a life line for each object, and one for the environment
/// where signals come from there.
class MachineDrawer {
 public:
  explicit MachineDrawer(const model::machines::Model& model) : model_(model) {}

  SequenceDiagram draw(const std::string& title, const MachineTrace& trace) {
    result_.title = title;
    const bool has_environment =
        std::any_of(model_.signals.begin(), model_.signals.end(), [](const auto& signal) {
          return signal.origin == model::machines::Signal::Origin::external;
        });
    if (has_environment) result_.life_lines.push_back({LifeLine::Kind::environment, "environment"});
    first_ = result_.life_lines.size();
    for (const auto& object : model_.objects)
      result_.life_lines.push_back({LifeLine::Kind::machine, object.name});
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
      draw(trace.steps[i]);
      if (trace.loop_start == i) result_.items.push_back({Item::Kind::loop});
    }
    return std::move(result_);
  }

 private:
  void draw(const MachineStep& step) {
    if (!step.event) {
      if (result_.items.empty())
        for (std::size_t o = 0; o < model_.objects.size(); ++o) draw_states(o, step);
      else
        result_.items.push_back({Item::Kind::delay, {}, 0, {step.what}});
      return;
    }
    const std::size_t line = first_ + step.event->object;
    if (!step.external.empty()) add({0, line, step.external});
    if (step.received) receive(*step.received);
    draw_states(step.event->object, step);
    for (const MachineMessage& message : step.sent) {
      sent_[message.id] = result_.items.size();
      add({line, first_ + message.to, message.text, Message::Kind::asynchronous});
    }
    for (const std::string& note : step.notes)
      result_.items.push_back({Item::Kind::note, {}, line, {note}});
  }

  void add(Message message) {
    result_.items.push_back({Item::Kind::events, {{std::move(message)}}});
  }

  /// Its arrow ends at what comes next.
  void receive(const MachineMessage& message) {
    const auto sent = sent_.find(message.id);
    if (sent == sent_.end()) return;
    result_.items[sent->second].events.front().front().received = result_.items.size();
  }

  void draw_states(std::size_t object, const MachineStep& step) {
    std::vector<std::string> lines;
    if (step.event && step.event->kind != model::machines::Event::Kind::transition)
      lines.push_back(step.what.substr(model_.objects[object].name.size() + 1));
    for (const MachineFact& fact : step.facts)
      if (fact.object == object && fact.kind == MachineFact::Kind::state)
        lines.push_back(fact.text);
    for (const MachineFact& fact : step.changed)
      if (fact.object == object && fact.kind != MachineFact::Kind::state &&
          fact.kind != MachineFact::Kind::queue)
        lines.push_back(
            fmt::format("{} = {}", fact.name.substr(fact.name.find('.') + 1), fact.text));
    result_.items.push_back({Item::Kind::states, {}, first_ + object, std::move(lines)});
  }

  const model::machines::Model& model_;
  std::size_t first_ = 0;                      ///< life line of an object
  std::map<std::uint32_t, std::size_t> sent_;  ///< messages under way, by the items they left in
  SequenceDiagram result_;
};

/// Draws any other run: what made it go on, and what that led to.
SequenceDiagram draw_plain(const std::string& title, const RunSubject& subject,
                           const ToldTrace& steps) {
  SequenceDiagram result;
  result.title = title;
  result.life_lines = {{LifeLine::Kind::machine, "model"}};
  const std::vector<std::string>* shown = nullptr;
  for (const ToldStep& step : steps) {
    Item events{Item::Kind::events};
    for (const std::string& input : step.inputs)
      events.events.push_back({Message{SequenceDiagram::outside, 0, input}});
    if (events.events.empty() && shown != nullptr)
      events.events.push_back({Message{0, 0, step.cause}});
    if (!events.events.empty()) result.items.push_back(std::move(events));
    Item states{Item::Kind::states};
    // A place that is always the same says nothing.
    if (shown == nullptr || *shown != step.configuration)
      states.lines.push_back(fmt::format("{}", fmt::join(step.configuration, ", ")));
    for (const ir::Var var : step.changed)
      if (std::find(subject.inputs.begin(), subject.inputs.end(), var) == subject.inputs.end())
        states.lines.push_back(run_assignment(subject, var, step.state.get(var)));
    std::erase(states.lines, "");
    if (!states.lines.empty()) result.items.push_back(std::move(states));
    for (const std::string& note : step.notes)
      result.items.push_back({Item::Kind::note, {}, 0, {note}});
    shown = &step.configuration;
  }
  return result;
}

/// A text that PlantUML shows as it is: `__a__` would be underlined, `<b>` bold.
std::string shown_text(const std::string& text) {
  constexpr std::string_view marks = "*_/-\"~";
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_pair = i + 1 < text.size() && text[i + 1] == c;
    if (c == '<' || (is_pair && marks.find(c) != std::string_view::npos)) result += '~';
    result += c == '\n' || c == '\r' ? ' ' : c;
    if (is_pair && marks.find(c) != std::string_view::npos) result += text[++i];
  }
  return result;
}

std::string shown_lines(const std::vector<std::string>& lines) {
  std::string result;
  for (const std::string& line : lines) result += (result.empty() ? "" : "\\n") + shown_text(line);
  return result;
}

/// Writes one diagram for PlantUML.
class PlantUmlWriter {
 public:
  std::string write(const SequenceDiagram& diagram) {
    text_ = fmt::format("@startuml\ntitle {}\n", shown_text(diagram.title));
    std::size_t machine = 0;
    for (const auto& line : diagram.life_lines) {
      const bool is_machine = line.kind == LifeLine::Kind::machine;
      names_.push_back(is_machine ? fmt::format("m{}", machine++) : "environment");
      text_ += is_machine ? fmt::format("participant {} as {}\n", plantuml_quoted(line.name),
                                        names_.back())
                          : fmt::format("actor {}\n", names_.back());
    }
    bool has_loop = false;
    for (const Item& item : diagram.items) {
      add(item);
      has_loop = has_loop || item.kind == Item::Kind::loop;
    }
    return text_ + (has_loop ? "end\n@enduml\n" : "@enduml\n");
  }

 private:
  void add(const Item& item) {
    switch (item.kind) {
      case Item::Kind::events:
        add_events(item.events);
        break;
      case Item::Kind::states:
        text_ +=
            fmt::format("hnote over {} : {}\n", names_[item.life_line], shown_lines(item.lines));
        break;
      case Item::Kind::note:
        text_ +=
            fmt::format("note over {} : {}\n", names_[item.life_line], shown_lines(item.lines));
        break;
      case Item::Kind::delay:
        text_ += fmt::format("... {} ...\n", shown_lines(item.lines));
        break;
      case Item::Kind::loop:
        text_ += "loop for ever\n";
        break;
    }
  }

  void add_events(const std::vector<Event>& events) {
    const char* before = "par\n";
    for (const Event& event : events) {
      if (events.size() > 1) text_ += before;
      before = "else\n";
      for (const Message& message : event) {
        const char* arrow = message.kind == Message::Kind::asynchronous ? "->>" : "->";
        text_ += fmt::format("{}{} {} : {}\n",
                             message.from == SequenceDiagram::outside ? std::string("[")
                                                                      : names_[message.from] + " ",
                             arrow, names_[message.to], shown_text(message.text));
      }
    }
    if (events.size() > 1) text_ += "end\n";
  }

  std::vector<std::string> names_;  ///< of the life lines
  std::string text_;
};

}  // namespace

SequenceDiagram make_sequence_diagram(const std::string& title, const RunSubject& subject,
                                      const analysis::ConcreteTrace& trace) {
  if (subject.chart != nullptr)
    return ChartDrawer(*subject.chart).draw(title, make_chart_trace(*subject.chart, trace));
  if (subject.machines != nullptr)
    return MachineDrawer(subject.machines->model())
        .draw(title, make_machine_trace(*subject.machines, trace));
  return draw_plain(title, subject, ToldTrace(tell(subject, trace)));
}

std::string to_plantuml(const SequenceDiagram& diagram) { return PlantUmlWriter().write(diagram); }

std::string sequence_diagram(const std::string& title, const model::statechart::Lowering& chart,
                             const analysis::ConcreteTrace& trace) {
  return to_plantuml(ChartDrawer(chart).draw(title, make_chart_trace(chart, trace)));
}

}  // namespace arges::output
