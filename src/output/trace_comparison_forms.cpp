#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "output/json.h"
#include "output/trace_comparison.h"

namespace arges::output {

namespace {

using Json = nlohmann::ordered_json;
using Kind = TraceDifference::Kind;

constexpr const char* nothing = "-";

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::changed:
      return "changed";
    case Kind::added:
      return "new";
    case Kind::kept:
      return "still possible";
    case Kind::gone:
      break;
  }
  return "gone";
}

std::string joined(const std::vector<std::string>& texts) {
  return texts.empty() ? nothing : fmt::format("{}", fmt::join(texts, ", "));
}

/// "set(3), off", "S -> T [x = 2], T -> A", "start [y = 1], S -> T".
std::string inputs_text(const TraceDifference& difference) {
  std::vector<std::string> texts = difference.inputs;
  const std::vector<std::string>& ways = difference.ways;
  for (std::size_t i = 0; i < texts.size() && i + 1 < ways.size(); ++i)
    if (!ways[i + 1].empty()) texts[i] += fmt::format(" [{}]", ways[i + 1]);
  if (!texts.empty() && !ways.empty() && !ways.front().empty())
    texts.insert(texts.begin(), fmt::format("start [{}]", ways.front()));
  return joined(texts);
}

/// "traces 1, 2 and 7 more".
std::string traces_text(const std::vector<std::size_t>& traces) {
  constexpr std::size_t most = 5;
  if (traces.empty()) return nothing;
  std::vector<std::size_t> shown;
  for (const std::size_t trace : traces)
    if (shown.size() < most) shown.push_back(trace + 1);
  std::string text = fmt::format("{}", fmt::join(shown, ", "));
  if (traces.size() > most) text += fmt::format(" and {} more", traces.size() - most);
  return text;
}

struct Row {
  std::string name;
  std::string before;
  std::string now;
};

/// What differs, side by side; the states in any case.
std::vector<Row> rows_of(const TraceDifference& difference) {
  const Outcome none;
  const Outcome& before = difference.before ? *difference.before : none;
  const Outcome& now = difference.now ? *difference.now : none;
  std::vector<Row> result{{"states", joined(before.configuration), joined(now.configuration)}};
  if (before.outputs != now.outputs)
    result.push_back({"sends", joined(before.outputs), joined(now.outputs)});
  std::map<std::string, Row> variables;
  for (const auto& [name, value] : before.variables) variables[name] = {name, value, nothing};
  for (const auto& [name, value] : now.variables)
    variables.try_emplace(name, Row{name, nothing, ""}).first->second.now = value;
  for (auto& [name, row] : variables)
    if (row.before != row.now) result.push_back(std::move(row));
  result.push_back(
      {"traces", traces_text(difference.traces_before), traces_text(difference.traces_now)});
  return result;
}

std::string changed_text(const TraceDifference& difference) {
  std::vector<Row> rows = rows_of(difference);
  rows.insert(rows.begin(), {"", "before", "now"});
  std::size_t names = 0;
  std::size_t values = 0;
  for (const Row& row : rows) {
    names = std::max(names, row.name.size());
    values = std::max(values, std::min<std::size_t>(row.before.size(), 60));
  }
  std::string text = difference.inputs.empty()
                         ? "  changed at the start:\n"
                         : fmt::format("  changed at step {}: {}\n", difference.inputs.size(),
                                       inputs_text(difference));
  for (const Row& row : rows)
    text += fmt::format("    {:<{}}  {:<{}}  {}\n", row.name, names, row.before, values, row.now);
  return text;
}

std::string difference_text(const TraceDifference& difference) {
  if (difference.kind == Kind::changed) return changed_text(difference);
  const bool is_new = difference.kind == Kind::added;
  return fmt::format("  {}: {} (leads to {}; traces {}){}\n", name_of(difference.kind),
                     inputs_text(difference),
                     joined((is_new ? difference.now : difference.before)->configuration),
                     traces_text(is_new ? difference.traces_now : difference.traces_before),
                     difference.reason.empty() ? "" : ": " + difference.reason);
}

Json outcome_json(const std::optional<Outcome>& outcome) {
  if (!outcome) return nullptr;
  return {{"configuration", outcome->configuration},
          {"outputs", outcome->outputs},
          {"variables", outcome->variables}};
}

Json numbers(const std::vector<std::size_t>& traces) {
  Json result = Json::array();
  for (const std::size_t trace : traces) result.push_back(trace + 1);
  return result;
}

}  // namespace

void write_text(const TraceComparison& comparison, const Sink& sink) {
  const std::string head = fmt::format("{} against {}", comparison.model, comparison.against);
  if (comparison.is_same())
    sink(fmt::format("{}: the same, {} traces before and {} now\n", head, comparison.traces_before,
                     comparison.traces_now));
  else
    sink(fmt::format("{}: {} changed, {} new, {} gone; {} traces before and {} now\n", head,
                     comparison.count(Kind::changed), comparison.count(Kind::added),
                     comparison.count(Kind::gone), comparison.traces_before,
                     comparison.traces_now));
  if (!comparison.incomplete_before.empty())
    sink(fmt::format("  traces may be missing before: {}\n", comparison.incomplete_before));
  if (!comparison.incomplete_now.empty())
    sink(fmt::format("  traces may be missing now: {}\n", comparison.incomplete_now));
  if (!comparison.added_variables.empty())
    sink(fmt::format("  new variables: {}\n", fmt::join(comparison.added_variables, ", ")));
  if (!comparison.gone_variables.empty())
    sink(fmt::format("  gone variables: {}\n", fmt::join(comparison.gone_variables, ", ")));
  for (const Kind kind : {Kind::changed, Kind::added, Kind::gone, Kind::kept})
    for (const TraceDifference& one : comparison.differences)
      if (one.kind == kind) sink(difference_text(one));
}

void write_json(const TraceComparison& comparison, const Sink& sink) {
  Json document{{"model", comparison.model},
                {"against", comparison.against},
                {"same", comparison.is_same()},
                {"traces_before", comparison.traces_before},
                {"traces_now", comparison.traces_now}};
  const auto text_or_null = [](const std::string& text) {
    return text.empty() ? Json() : Json(text);
  };
  document["incomplete_before"] = text_or_null(comparison.incomplete_before);
  document["incomplete_now"] = text_or_null(comparison.incomplete_now);
  document["new_variables"] = comparison.added_variables;
  document["gone_variables"] = comparison.gone_variables;
  for (const Kind kind : {Kind::changed, Kind::added, Kind::gone, Kind::kept}) {
    Json& list = document[kind == Kind::kept ? "still_possible" : name_of(kind)] = Json::array();
    for (const TraceDifference& one : comparison.differences)
      if (one.kind == kind)
        list.push_back({{"inputs", one.inputs},
                        {"ways", one.ways},
                        {"step", one.inputs.size()},
                        {"before", outcome_json(one.before)},
                        {"now", outcome_json(one.now)},
                        {"traces_before", numbers(one.traces_before)},
                        {"traces_now", numbers(one.traces_now)},
                        {"reason", text_or_null(one.reason)}});
  }
  sink(dump(document));
}

}  // namespace arges::output
