#include "output/lts_result.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/counted.h"
#include "output/columns.h"
#include "output/text.h"

namespace arges::output {

namespace {

using Json = nlohmann::ordered_json;

const char* verdict_name(analysis::Answer answer) {
  if (answer == analysis::Answer::unknown) return "unknown";
  return answer == analysis::Answer::holds ? "true" : "false";
}

std::string action_name(const LtsModel& model, lts::ActionId action) {
  if (action == lts::no_action) return "nothing, for ever";
  const std::string name = model.table->name(action);
  return action != lts::tau && name == model.table->name(lts::tau) ? fmt::format("'{}'", name)
                                                                   : name;
}

const std::vector<lts::StateId>& before(const lts::Run& run, std::size_t step) {
  return step == 0 ? run.start : run.steps[step - 1].after;
}

/// "client 0 -> 1, server 2 -> 0"; of a system of one part without its name.
std::string moves_text(const LtsModel& model, const lts::Run& run, std::size_t step) {
  std::string text;
  const std::vector<lts::StateId>& from = before(run, step);
  const std::vector<lts::StateId>& to = run.steps[step].after;
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (from[i] == to[i] && to.size() > 1) continue;
    text +=
        fmt::format("{}{}{}{} -> {}", text.empty() ? "" : ", ", to.size() > 1 ? model.parts[i] : "",
                    to.size() > 1 ? " " : "", from[i], to[i]);
  }
  return text;
}

std::string loop_text(const lts::Run& run) {
  const std::size_t first = *run.loop_start + 1;
  const std::size_t last = run.steps.size();
  if (first == last) return fmt::format("  step {} repeats for ever\n", last);
  return fmt::format("  steps {} to {} repeat for ever\n", first, last);
}

std::string place_text(const lts::CtlExplanation::Note& note) {
  if (note.where == lts::CtlExplanation::Where::all_along)
    return fmt::format("from step {} on, always", note.step + 1);
  if (note.where == lts::CtlExplanation::Where::from_step)
    return fmt::format("of runs that go on with step {}", note.step + 1);
  return note.step == 0 ? "at the start" : fmt::format("after step {}", note.step);
}

std::string run_text(const LtsModel& model, const LtsResult& result) {
  const lts::Run& run = *result.run;
  const bool is_witness = result.answer == analysis::Answer::holds;
  std::string text = fmt::format("  {}, {}:\n", is_witness ? "witness" : "counterexample",
                                 counted(run.steps.size(), "step"));
  std::size_t action_width = 0;
  for (const lts::RunStep& step : run.steps)
    action_width = std::max(action_width, width(action_name(model, step.action)));
  const std::size_t number_width = std::to_string(run.steps.size()).size();
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    if (run.loop_start == i) text += "    the loop starts here\n";
    std::string line = fmt::format("    {:>{}}  {}  {}", i + 1, number_width,
                                   pad(action_name(model, run.steps[i].action), action_width),
                                   moves_text(model, run, i));
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  if (run.loop_start) text += loop_text(run);
  for (const lts::CtlExplanation::Note& note : result.notes)
    text += fmt::format("  {}: {} is {}\n", place_text(note), note.text, note.value);
  return text;
}

Json states_json(const LtsModel& model, const std::vector<lts::StateId>& states) {
  Json result = Json::object();
  for (std::size_t i = 0; i < states.size(); ++i) result[model.parts[i]] = states[i];
  return result;
}

Json step_json(const LtsModel& model, const Json& action, const std::vector<lts::StateId>& from,
               const std::vector<lts::StateId>& to) {
  Json changed = Json::object();
  for (std::size_t i = 0; i < to.size(); ++i)
    if (from[i] != to[i]) changed[model.parts[i]] = to[i];
  return {{"action", action},
          {"location", nullptr},
          {"event", nullptr},
          {"changed", std::move(changed)},
          {"state", states_json(model, to)}};
}

Json run_json(const LtsModel& model, const LtsResult& result) {
  const lts::Run& run = *result.run;
  Json steps = Json::array();
  steps.push_back(step_json(model, nullptr, run.start, run.start));
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    const lts::ActionId action = run.steps[i].action;
    steps.push_back(step_json(model,
                              action == lts::no_action ? Json() : Json(model.table->name(action)),
                              before(run, i), run.steps[i].after));
  }
  Json notes = Json::array();
  for (const auto& note : result.notes)
    notes.push_back({{"step", note.step},
                     {"begins_with_next", note.where == lts::CtlExplanation::Where::from_step},
                     {"always", note.where == lts::CtlExplanation::Where::all_along},
                     {"formula", note.text},
                     {"holds", note.value}});
  return {{"steps", std::move(steps)},
          {"loop_start", run.loop_start ? Json(*run.loop_start) : Json()},
          {"loop_kind", run.loop_start ? Json("closed") : Json()},
          {"notes", std::move(notes)}};
}

Json result_json(const LtsModel& model, const LtsResult& result) {
  const bool is_unknown = result.answer == analysis::Answer::unknown;
  const bool is_witness = result.answer == analysis::Answer::holds;
  Json object;
  object["property"] = result.property;
  object["logic"] = result.logic;
  object["verdict"] = verdict_name(result.answer);
  object["reason"] = is_unknown ? Json(result.reason) : Json();
  object["certificate"] = {
      {"checked", result.certificate.passed},
      {"reason", result.certificate.passed ? Json() : Json(result.certificate.reason)}};
  object["counterexample"] = result.run && !is_witness ? run_json(model, result) : Json();
  if (result.run && is_witness) object["witness"] = run_json(model, result);
  object["note"] = result.remark.empty() ? Json() : Json(result.remark);
  object["interruptible"] = result.interruptible ? Json(*result.interruptible) : Json();
  Json statistics = Json::object();
  for (const auto& [name, figure] : result.statistics) statistics[name] = figure;
  object["statistics"] = std::move(statistics);
  object["configuration"] = Json::object();
  return object;
}

}  // namespace

std::string render_text(const LtsModel& model, const LtsResult& result, LtsDetail detail) {
  const bool is_unknown = result.answer == analysis::Answer::unknown;
  const std::string verdict = is_unknown ? fmt::format("unknown ({})", result.reason)
                                         : std::string(verdict_name(result.answer));
  std::string text = result_line(model.name, result.property, verdict) + "\n";
  if (result.run) text += run_text(model, result);
  if (!result.remark.empty()) text += fmt::format("  note: {}\n", result.remark);
  if (!is_unknown && !result.certificate.passed)
    text += fmt::format("  not re-checked: {}\n", result.certificate.reason);
  if (detail == LtsDetail::results) return text;
  if (result.interruptible)
    text += fmt::format("  {}interruptible\n", *result.interruptible ? "" : "not ");
  for (const auto& [name, figure] : result.statistics)
    text += fmt::format("  {}: {}\n", name, figure);
  return text;
}

Json to_json(const LtsModel& model, const std::vector<LtsResult>& results) {
  Json list = Json::array();
  for (const LtsResult& result : results) list.push_back(result_json(model, result));
  return {{"model", model.name}, {"results", std::move(list)}};
}

}  // namespace arges::output
