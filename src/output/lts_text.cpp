#include "output/lts_text.h"

#include <fmt/format.h>

#include "base/error.h"
#include "output/drawing_text.h"
#include "output/json_cursor.h"

namespace arges::output {

using lts::Mts;
using lts::StateId;
using lts::Transition;

namespace {

[[noreturn]] void refuse(const std::string& name, const char* format) {
  throw UsageError(fmt::format("{} has no way to write the action '{}'", format, name),
                   "write JSON: --to json");
}

std::string aut_label(const std::string& name) {
  if (name.find_first_of("\r\n") != std::string::npos) refuse(name, "the Aldebaran format");
  return "\"" + name + "\"";
}

std::string dot_label(const std::string& name) {
  // What begins a name of lines in DOT would be read as another name.
  if (name == "tau" || name.find_first_of("\r\n") != std::string::npos) refuse(name, "DOT");
  return dot_quoted(name);
}

constexpr JsonKind lts_kind{
    "the transition system",
    R"(for example: {"states": 2, "transitions": [[0, "coin", 1], [1, null, 0]]})"};

constexpr std::uint32_t most_states = 1U << 28U;

StateId state_number(const JsonCursor& cursor, std::size_t states) {
  const std::uint32_t number = cursor.number();
  if (number >= states)
    cursor.fail(fmt::format("there is no state {}", number),
                fmt::format("the states are 0 to {}", states - 1));
  return number;
}

void read_transition(const JsonCursor& cursor, lts::MtsBuilder& builder,
                     const lts::ActionTablePtr& table) {
  if (cursor.size() < 3 || cursor.size() > 4)
    cursor.fail("a transition has a source, a label and a target", lts_kind.advice);
  lts::Modality modality = lts::Modality::must;
  if (cursor.size() == 4) {
    if (cursor.element(3).text() != "may")
      cursor.element(3).fail("expected \"may\"", "leave it out if the transition is required");
    modality = lts::Modality::may;
  }
  const JsonCursor label = cursor.element(1);
  builder.add(state_number(cursor.element(0), builder.num_states()),
              label.value().is_null() ? lts::tau : table->intern(label.text()),
              state_number(cursor.element(2), builder.num_states()), modality);
}

}  // namespace

std::string lts_aut(const Mts& system) {
  std::string text = fmt::format("des ({}, {}, {})\n", system.initial(), system.num_transitions(),
                                 system.num_states());
  std::vector<std::string> labels(system.table()->size());
  labels[lts::tau] = "tau";
  for (const lts::ActionId a : system.alphabet().actions())
    labels[a] = aut_label(system.table()->name(a));
  for (StateId s = 0; s < system.num_states(); ++s)
    for (const Transition& t : system.transitions(s))
      fmt::format_to(std::back_inserter(text), "({}, {}{}, {})\n", s, t.is_must() ? "" : "may ",
                     labels[t.action()], t.target());
  return text;
}

std::string lts_dot(const Mts& system, const std::string& name) {
  std::string text = fmt::format("digraph {} {{\n", dot_quoted(name));
  for (StateId s = 0; s < system.num_states(); ++s)
    fmt::format_to(std::back_inserter(text), "  s{} [shape=\"circle\" label=\"{}\"];\n", s, s);
  for (StateId s = 0; s < system.num_states(); ++s)
    for (const Transition& t : system.transitions(s))
      fmt::format_to(
          std::back_inserter(text), "  s{} -> s{} [label={}{}];\n", s, t.target(),
          t.action() == lts::tau ? "\"tau\"" : dot_label(system.table()->name(t.action())),
          t.is_must() ? "" : " style=\"dashed\"");
  return text + fmt::format(
                    "  __start0 [label=\"\" shape=\"none\" width=\"0\" height=\"0\"];\n"
                    "  __start0 -> s{};\n}}\n",
                    system.initial());
}

std::string lts_json(const Mts& system) {
  // Written here, a transition a line: a document of a million transitions would take gigabytes.
  const auto quoted = [](const std::string& name) {
    return nlohmann::json(name).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  };
  std::string text = fmt::format("{{\n  \"initial\": {},\n  \"states\": {},\n  \"alphabet\": [",
                                 system.initial(), system.num_states());
  std::string separator;
  for (const std::string& name : names(system.alphabet(), *system.table())) {
    text += separator + quoted(name);
    separator = ", ";
  }
  text += "],\n  \"transitions\": [";
  separator = "\n";
  for (StateId s = 0; s < system.num_states(); ++s)
    for (const Transition& t : system.transitions(s)) {
      fmt::format_to(std::back_inserter(text), "{}    [{}, {}, {}{}]", separator, s,
                     t.action() == lts::tau ? "null" : quoted(system.table()->name(t.action())),
                     t.target(), t.is_must() ? "" : ", \"may\"");
      separator = ",\n";
    }
  return text + (system.num_transitions() > 0 ? "\n  ]\n}\n" : "]\n}\n");
}

Mts read_lts_json(const SourceText& source, const lts::ActionTablePtr& table) {
  const nlohmann::json document = JsonCursor::parse(source, lts_kind);
  const JsonCursor root(document, source, lts_kind);
  lts::MtsBuilder builder(table);
  const JsonCursor states = root.member("states");
  if (states.number() == 0 || states.number() > most_states)
    states.fail("there can't be so many states", fmt::format("there are 1 to {}", most_states));
  builder.ensure_states(states.number());
  if (const auto initial = root.optional_member("initial"))
    builder.set_initial(state_number(*initial, builder.num_states()));
  if (const auto alphabet = root.optional_member("alphabet")) {
    std::vector<lts::ActionId> actions;
    for (const std::string& name : alphabet->texts()) actions.push_back(table->intern(name));
    builder.add_to_alphabet(lts::Alphabet(std::move(actions)));
  }
  root.member("transitions").for_each_element([&](const JsonCursor& transition) {
    read_transition(transition, builder, table);
  });
  return builder.build();
}

}  // namespace arges::output
