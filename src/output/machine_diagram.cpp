#include "output/machine_diagram.h"

#include <algorithm>

#include <fmt/format.h>

#include "output/drawing_text.h"

namespace arges::output {

namespace {

using model::machines::Class;
using model::machines::ClassId;
using model::machines::Effect;
using model::machines::Model;
using model::machines::none;
using model::machines::null_object;
using model::machines::ObjectId;
using model::machines::State;
using model::machines::StateId;
using model::machines::Transition;
using model::machines::Variable;
using model::machines::VarId;

/// Longer labels are no help in a drawing.
constexpr std::size_t longest_part = 60;

std::string effect_text(const Model& model, const Effect& effect) {
  switch (effect.kind) {
    case Effect::Kind::assert_:
      return "assert " + model.plain_text(effect.value);
    case Effect::Kind::require:
      return fmt::format("[{}]", model.plain_text(effect.value));
    case Effect::Kind::assign:
      return fmt::format("{} = {}", model.text(effect.target), model.plain_text(effect.value));
    case Effect::Kind::send:
      break;
  }
  std::vector<std::string> arguments;
  for (const auto argument : effect.arguments) arguments.push_back(model.plain_text(argument));
  return fmt::format("send {}{} to {}", model.signals[effect.signal].name,
                     arguments.empty() ? "" : fmt::format("({})", fmt::join(arguments, ", ")),
                     model.text(effect.target));
}

/// Whether an effect only gives a parameter its first value back, which nobody wrote.
bool is_reset(const Model& model, const Effect& effect) {
  return effect.kind == Effect::Kind::assign &&
         model.variable_of(model.expression(effect.target)).scope == Variable::Scope::transition;
}

/// Calls `link` with every reference that an object begins with.
template <typename Link>
void each_link(const Model& model, const Link& link) {
  for (ObjectId o = 0; o < model.objects.size(); ++o) {
    const auto& variables = model.class_of(o).variables;
    for (VarId v = 0; v < variables.size(); ++v) {
      const auto value = model.objects[o].initial[v];
      if (variables[v].type.is_reference() && value != null_object)
        link(o, static_cast<ObjectId>(value), variables[v].name);
    }
  }
}

/// What an object begins with beside references.
std::vector<std::string> values_of(const Model& model, ObjectId object) {
  std::vector<std::string> result;
  const auto& variables = model.class_of(object).variables;
  for (VarId v = 0; v < variables.size(); ++v)
    if (!variables[v].type.is_reference() && variables[v].scope == Variable::Scope::object)
      result.push_back(
          fmt::format("{} = {}", variables[v].name,
                      model.text(variables[v].type, model.objects[object].initial[v])));
  return result;
}

/// Whether what was put aside stays there when a transition leads to this state; nothing leads to
/// the one in which an initial choice begins.
bool is_noflush(const Class& type, StateId state) {
  return type.states[state].flush == State::Flush::no &&
         std::any_of(type.transitions.begin(), type.transitions.end(),
                     [&](const Transition& one) { return one.target == state; });
}

/// What a state does with messages, a line each.
std::vector<std::string> message_lines(const Model& model, const Class& type, StateId state) {
  std::vector<std::string> lines;
  std::vector<std::string> names;
  for (const auto signal : type.states[state].defers) names.push_back(model.signals[signal].name);
  if (!names.empty()) lines.push_back(fmt::format("defer {}", fmt::join(names, ", ")));
  if (is_noflush(type, state)) lines.emplace_back("noflush");
  return lines;
}

}  // namespace

std::vector<std::string> transition_lines(const Model& model, const Class& type,
                                          const Transition& transition) {
  std::string first;
  if (transition.trigger) {
    first = model.signals[transition.trigger->signal].name;
    std::vector<std::string> parameters;
    for (const VarId var : transition.trigger->parameters)
      parameters.push_back(type.variables[var].name);
    if (!parameters.empty()) first += fmt::format("({})", fmt::join(parameters, ", "));
  }
  if (transition.guard != none)
    first += fmt::format("{}[{}]", first.empty() ? "" : " ",
                         shortened(model.plain_text(transition.guard), longest_part));
  std::vector<std::string> lines;
  if (!first.empty()) lines.push_back(first);
  for (const Effect& effect : transition.effects)
    if (!is_reset(model, effect))
      lines.push_back(fmt::format("{}{}", lines.size() <= 1 ? "/ " : "  ",
                                  shortened(effect_text(model, effect), longest_part)));
  return lines;
}

std::string machines_dot(const Model& model) {
  std::string text = "digraph machines {\n  node [shape=box, style=rounded];\n";
  for (ClassId c = 0; c < model.classes.size(); ++c) {
    const Class& type = model.classes[c];
    text += fmt::format("  subgraph cluster_c{} {{\n    label={};\n    c{}_start [shape=point];\n",
                        c, dot_quoted("class " + type.name), c);
    for (StateId s = 0; s < type.states.size(); ++s) {
      const State& state = type.states[s];
      std::string label = state.name;
      for (const std::string& line : message_lines(model, type, s)) label += "\n" + line;
      text += fmt::format("    c{}_s{} [label={}{}];\n", c, s, dot_quoted(label),
                          state.end == State::End::allowed ? ", peripheries=2" : "");
    }
    text += fmt::format("    c{0}_start -> c{0}_s{1};\n", c, type.initial);
    for (const Transition& transition : type.transitions)
      text += fmt::format("    c{0}_s{1} -> c{0}_s{2} [label={3}];\n", c, transition.source,
                          transition.target,
                          dot_quoted(fmt::format(
                              "{}", fmt::join(transition_lines(model, type, transition), "\n"))));
    text += "  }\n";
  }
  text += "  subgraph cluster_objects {\n    label=\"objects\";\n";
  for (ObjectId o = 0; o < model.objects.size(); ++o) {
    std::string label = fmt::format("{} : {}", model.objects[o].name, model.class_of(o).name);
    for (const std::string& value : values_of(model, o)) label += "\n" + value;
    text += fmt::format("    o{} [style=solid, label={}];\n", o, dot_quoted(label));
  }
  each_link(model, [&](ObjectId from, ObjectId to, const std::string& name) {
    text += fmt::format("    o{} -> o{} [label={}];\n", from, to, dot_quoted(name));
  });
  return text + "  }\n}\n";
}

std::string machines_plantuml(const Model& model) {
  std::string text;
  for (ClassId c = 0; c < model.classes.size(); ++c) {
    const Class& type = model.classes[c];
    text += fmt::format("@startuml\ntitle class {}\n", type.name);
    for (StateId s = 0; s < type.states.size(); ++s) {
      text += fmt::format("state {} as s{}\n", plantuml_quoted(type.states[s].name), s);
      for (const std::string& line : message_lines(model, type, s))
        text += fmt::format("s{} : {}\n", s, line);
      if (type.states[s].end == State::End::allowed) text += fmt::format("s{} --> [*]\n", s);
    }
    text += fmt::format("[*] --> s{}\n", type.initial);
    for (const Transition& transition : type.transitions) {
      const auto lines = transition_lines(model, type, transition);
      text += fmt::format("s{} --> s{}{}\n", transition.source, transition.target,
                          lines.empty() ? "" : fmt::format(" : {}", fmt::join(lines, "\\n")));
    }
    text += "@enduml\n";
  }
  text += "@startuml\ntitle objects\n";
  for (ObjectId o = 0; o < model.objects.size(); ++o) {
    text += fmt::format(
        "object {} as o{}\n",
        plantuml_quoted(fmt::format("{} : {}", model.objects[o].name, model.class_of(o).name)), o);
    for (const std::string& value : values_of(model, o))
      text += fmt::format("o{} : {}\n", o, value);
  }
  each_link(model, [&](ObjectId from, ObjectId to, const std::string& name) {
    text += fmt::format("o{} --> o{} : {}\n", from, to, name);
  });
  return text + "@enduml\n";
}

}  // namespace arges::output
