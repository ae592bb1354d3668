#include <algorithm>
#include <iostream>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/syntax/call_text.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/files.h"
#include "engine/simulator.h"
#include "output/chart_value.h"
#include "output/json.h"

namespace arges::cli {

namespace {

using engine::Simulator;
using Json = nlohmann::ordered_json;

constexpr const char* help_text =
    "  NUMBER or NAME     send that event; with arguments: set(3)\n"
    "  a & b              several inputs of one cycle; 'cycle' for one without inputs\n"
    "  turn               one message that waits is taken; 'turn of NAME' says by whom\n"
    "  \"a&b\"              in quotes: a name that would be taken for something else\n"
    "  after 500ms        let time pass\n"
    "  ---                start again\n"
    "  back               undo the last input\n"
    "  vars               show the variables\n"
    "  save FILE          write the inputs so far as a script\n"
    "  quit               leave\n"
    "An event with * triggers something now, one with ? for some arguments perhaps.\n";

constexpr const char* machine_help_text =
    "  NUMBER or TEXT     let that event happen\n"
    "  NAME               the same by an object or a signal, or OBJECT.SIGNAL, that leaves no "
    "choice\n"
    "  step               the first of the events\n"
    "  ---                start again\n"
    "  back               undo the last event\n"
    "  vars               show the variables\n"
    "  save FILE          write the events so far as a script\n"
    "  quit               leave\n";

/// An input of a script, and where it stands.
struct ScriptLine {
  std::string text;
  SourceLocation location = {};
};

/// `arges simulate`: runs a statechart step by step.
class SimulateCommand : public Command {
 public:
  std::string name() const override { return "simulate"; }
  std::string summary() const override {
    return "Runs a statechart or communicating state machines: from a list or a script of inputs, "
           "or step by step.";
  }
  std::vector<Example> examples() const override {
    return {
        {"arges simulate examples/door.scxml", "choose events, go back, save the script"},
        {"arges simulate examples/tutorials/coffee.scxml --events coin,coin,button",
         "what these events lead to"},
        {"arges simulate examples/tutorials/coffee.scxml --events coin,coin,button,taken --outputs "
         "cup",
         "whether a run shows exactly these outputs"},
        {"arges simulate examples/tutorials/coffee.scxml --script examples/tutorials/coffee.txt "
         "--format json",
         "the same from a file, as JSON"},
        {"arges simulate examples/machines/bank.sm", "choose which object takes its next step"},
    };
  }
  void declare(CLI::App& app) override;
  ExitCode run() override;

 private:
  std::vector<ScriptLine> inputs();
  ExitCode ask_for_outputs(Env& env, const std::vector<ScriptLine>& inputs) const;
  ExitCode run_batch(Simulator& simulator, const std::vector<ScriptLine>& inputs);
  void write_steps(const Simulator& simulator) const;
  ExitCode run_interactive(Simulator& simulator);
  /// Does what a line says; false: leave.
  bool obey(Simulator& simulator, const std::string& line);
  static void show_state(const Simulator& simulator);
  /// Writes the inputs so far; if that can't be, says so.
  static void save(const Simulator& simulator, const std::string& path);

  engine::LoadRequest request_;
  std::optional<std::string> events_;
  std::optional<std::string> outputs_;
  std::optional<std::string> script_path_;
  SourcePtr script_;
  Limits::Settings limits_;
  Format format_ = Format::text;
  Verbosity verbosity_ = Verbosity::normal;
};

void SimulateCommand::declare(CLI::App& app) {
  app.add_option("MODEL", request_.path, "the file of the model: .scxml, .gcd, .uml, .xmi, .sm")
      ->type_name("FILE")
      ->group(input_group);
  declare_input_format(app, request_);
  app.add_option("--events", events_, "the inputs to send, separated by commas: on,dim(3),after 2s")
      ->type_name("LIST")
      ->group(input_group);
  app.add_option(
         "--script", script_path_,
         "a file with one input a line: an event, event(3), \"a&b\" in quotes if need be, a & b "
         "for several inputs of one cycle, turn for one of an adapter, after 500ms, --- to start "
         "again, back to undo the last one (unless an "
         "event is called so); # starts a comment")
      ->type_name("FILE")
      ->group(input_group);
  app.add_option("--outputs", outputs_,
                 "ask whether a run shows exactly these outputs for the inputs, separated by "
                 "commas; of all that the semantics leaves open every way is tried")
      ->type_name("LIST")
      ->group(input_group);
  declare_statechart(app, request_);
  declare_limits(app, limits_);
  declare_format(app, format_);
  declare_verbosity(app, verbosity_);
}

/// What the options say to send, in order.
std::vector<ScriptLine> SimulateCommand::inputs() {
  std::vector<ScriptLine> result;
  if (events_)
    for (const std::string& text : syntax::split_list(*events_)) result.push_back({text});
  if (!script_path_) return result;
  script_ = read_source(*script_path_);
  const std::string_view text = script_->text();
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    std::string_view line = text.substr(start, end - start);
    line = line.substr(0, syntax::find_unquoted(line, '#'));
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first != std::string_view::npos)
      result.push_back({std::string(line.substr(first, line.find_last_not_of(" \t\r") + 1 - first)),
                        {script_.get(), static_cast<std::uint32_t>(start + first)}});
    start = end + 1;
  }
  return result;
}

ExitCode SimulateCommand::run() {
  if (events_ && script_path_)
    throw UsageError("--events can't be combined with --script", "leave one of them out");
  const std::vector<ScriptLine> lines = inputs();
  request_.purpose = engine::Purpose::simulate;
  Session session(with_default_memory(limits_), verbosity_);
  if (outputs_) return ask_for_outputs(session.env(), lines);
  const auto made = engine::make_simulator(session.env(), request_);
  Simulator& simulator = *made;
  const bool is_batch = events_ || script_path_ || format_ == Format::json;
  return is_batch ? run_batch(simulator, lines) : run_interactive(simulator);
}

ExitCode SimulateCommand::ask_for_outputs(Env& env, const std::vector<ScriptLine>& inputs) const {
  std::vector<std::string> events;
  for (const ScriptLine& line : inputs) events.push_back(line.text);
  using Verdict = engine::OutputAnswer::Verdict;
  engine::OutputAnswer answer;
  try {
    answer = engine::ask_for_outputs(env, request_, events, syntax::split_list(*outputs_));
  } catch (const LimitReached& limit) {
    write_stderr(fmt::format("arges: the search was stopped: {}\n", limit.what()));
  }
  const char* verdict = answer.verdict == Verdict::possible     ? "possible"
                        : answer.verdict == Verdict::impossible ? "impossible"
                                                                : "unknown";
  if (format_ == Format::json) {
    write_stdout(output::dump({{"outputs", verdict}, {"steps", answer.outputs}}));
  } else {
    std::string text = fmt::format("{}: outputs: {}\n", request_.path, verdict);
    for (std::size_t i = 0; i < answer.outputs.size(); ++i)
      text += fmt::format("{:>3}  {:<20}  {}\n", i, i == 0 ? "start" : events[i - 1],
                          fmt::join(answer.outputs[i], ", "));
    write_stdout(text);
  }
  return answer.verdict == Verdict::possible     ? ExitCode::success
         : answer.verdict == Verdict::impossible ? ExitCode::violated
                                                 : ExitCode::unknown;
}

/// A value as the model's author would write it.
std::string value_text(const Simulator& simulator, const Simulator::Step& step, ir::Var var,
                       const ir::Value& value) {
  const auto word = step.words.find(var);
  return word == step.words.end() ? output::run_value_text(simulator.chart(), var, value)
                                  : word->second;
}

Json step_json(const Simulator& simulator, const Simulator::Step& step) {
  Json variables = Json::object();
  for (const auto& [var, value] : step.variables)
    variables[var->name] = step.words.contains(var)
                               ? Json(step.words.at(var))
                               : output::run_value_json(simulator.chart(), var, value);
  Json result{{"event", step.input.empty() ? Json() : Json(step.input)},
              {"configuration", step.configuration},
              {"variables", std::move(variables)},
              {"outputs", step.outputs},
              {"failed_assertions", step.failures},
              {"problem", step.problem.empty() ? Json() : Json(step.problem)},
              {"one_of_several", step.is_one_of_several}};
  if (step.queues.empty()) return result;
  Json queues = Json::object();
  for (const auto& [name, messages] : step.queues) queues[name] = messages;
  result["queues"] = std::move(queues);
  return result;
}

/// What a step led to, on one line; of the variables those that are new or changed.
std::string step_text(const Simulator& simulator, std::size_t number) {
  const std::vector<Simulator::Step>& steps = simulator.steps();
  const Simulator::Step& step = steps[number];
  std::string text =
      fmt::format("{:>3}  {:<20}  {}", number, step.input.empty() ? "start" : step.input,
                  fmt::join(step.configuration, ", "));
  const char* before = "  ";
  for (const auto& [var, value] : step.variables) {
    const auto changed = std::pair(var, value);
    const bool is_old = number > 0 && std::find(steps[number - 1].variables.begin(),
                                                steps[number - 1].variables.end(),
                                                changed) != steps[number - 1].variables.end();
    if (is_old) continue;
    text += fmt::format("{}{} = {}", before, var->name, value_text(simulator, step, var, value));
    before = ", ";
  }
  // Of a reaction without end there may be thousands.
  constexpr std::size_t most_outputs = 100;
  for (std::size_t i = 0; i < std::min(step.outputs.size(), most_outputs); ++i) {
    text += fmt::format("{}sends {}", before, step.outputs[i]);
    before = ", ";
  }
  if (step.outputs.size() > most_outputs)
    text += fmt::format(" and {} more", step.outputs.size() - most_outputs);
  for (std::size_t i = 0; i < step.queues.size(); ++i) {
    const auto& [name, messages] = step.queues[i];
    if (number == 0 ? messages.empty() : steps[number - 1].queues[i] == step.queues[i]) continue;
    text += fmt::format("{}{}: [{}]", before, name, fmt::join(messages, ", "));
    before = ", ";
  }
  text += "\n";
  if (step.is_one_of_several) text += "     one of several ways that this may go\n";
  for (const std::string& assertion : step.failures)
    text += fmt::format("     assertion {} fails\n", assertion);
  if (!step.problem.empty()) text += fmt::format("     the run is over: {}\n", step.problem);
  return text;
}

/// Whether the model has an event of that name, be it of one of its machines.
bool is_event(const Simulator& simulator, std::string_view name) {
  const auto events = simulator.possible_events();
  return std::any_of(events.begin(), events.end(), [&](const Simulator::Possible& event) {
    return event.name == name || event.name.ends_with(fmt::format(".{}", name));
  });
}

/// What a script may say besides inputs is to undo one, unless an event is called so.
std::string do_line(Simulator& simulator, const std::string& line) {
  if (line != "back" || is_event(simulator, line)) return simulator.input(line);
  return simulator.back() ? "" : "this is the start";
}

ExitCode SimulateCommand::run_batch(Simulator& simulator, const std::vector<ScriptLine>& inputs) {
  std::string wrong;
  auto line = inputs.begin();
  try {
    for (; line != inputs.end(); ++line)
      if (wrong = do_line(simulator, line->text); !wrong.empty()) break;
  } catch (const LimitReached& limit) {
    write_steps(simulator);
    write_stderr(fmt::format("arges: '{}' was stopped: {}\n", line->text, limit.what()));
    return ExitCode::unknown;
  }
  // What came before a wrong input is worth seeing: it often tells why the input is wrong.
  write_steps(simulator);
  if (line == inputs.end()) return ExitCode::success;
  if (line->location) throw InputError(line->location, wrong);
  throw UsageError(fmt::format("'{}' can't be sent: {}", line->text, wrong));
}

void SimulateCommand::write_steps(const Simulator& simulator) const {
  if (format_ == Format::json) {
    Json steps = Json::array();
    for (const Simulator::Step& step : simulator.steps())
      steps.push_back(step_json(simulator, step));
    write_stdout(output::dump({{"steps", std::move(steps)}}));
    return;
  }
  std::string text;
  for (std::size_t i = 0; i < simulator.steps().size(); ++i) text += step_text(simulator, i);
  write_stdout(text);
}

/// Behind events of which some or none may trigger something.
const char* mark_of(std::optional<Simulator::Possible::Effect> effect) {
  if (!effect) return "";
  switch (*effect) {
    case Simulator::Possible::Effect::triggers:
      return " *";
    case Simulator::Possible::Effect::unclear:
      return " ?";
    case Simulator::Possible::Effect::nothing:
      break;
  }
  return "";
}

void SimulateCommand::show_state(const Simulator& simulator) {
  std::string text = step_text(simulator, simulator.steps().size() - 1);
  if (simulator.has_ended()) {
    text += "     nothing more can happen\n";
  } else {
    const auto events = simulator.possible_events();
    for (std::size_t i = 0; i < events.size(); ++i)
      text += fmt::format("     {}) {}{}\n", i + 1, events[i].signature, mark_of(events[i].effect));
  }
  write_stdout(text);
}

void SimulateCommand::save(const Simulator& simulator, const std::string& path) {
  std::string script;
  for (std::size_t i = 1; i < simulator.steps().size(); ++i) {
    const Simulator::Step& step = simulator.steps()[i];
    script += (step.script.empty() ? step.input : step.script) + "\n";
  }
  try {
    write_file(path, script);
  } catch (const UsageError& error) {
    write_stdout(fmt::format("{}\n", error.what()));
  }
}

bool SimulateCommand::obey(Simulator& simulator, const std::string& line) {
  if (line == "quit" || line == "exit" || line == "q") return false;
  if (line == "help") {
    write_stdout(simulator.chart() == nullptr ? machine_help_text : help_text);
  } else if (line == "back") {
    if (!simulator.back()) write_stdout("this is the start\n");
    show_state(simulator);
  } else if (line == "vars") {
    const Simulator::Step& now = simulator.steps().back();
    for (const auto& [var, value] : now.variables)
      write_stdout(
          fmt::format("     {} = {}\n", var->name, value_text(simulator, now, var, value)));
  } else if (line == "save" && !is_event(simulator, line)) {
    write_stdout("write 'save FILE'\n");
  } else if (line.starts_with("save ")) {
    save(simulator, line.substr(line.find_first_not_of(' ', 5)));
  } else {
    std::string input = line;
    const auto events = simulator.possible_events();
    const bool is_number = line.find_first_not_of("0123456789") == std::string::npos;
    if (is_number && line.size() < 5) {
      const std::size_t chosen = std::stoul(line);
      if (chosen == 0 || chosen > events.size()) {
        write_stdout("there is no such event; 'help' tells what can be said\n");
        return true;
      }
      input = events[chosen - 1].input.empty() ? events[chosen - 1].name : events[chosen - 1].input;
    }
    const std::string wrong = simulator.input(input);
    if (!wrong.empty())
      write_stdout(fmt::format("{}; 'help' tells what can be said\n", wrong));
    else
      show_state(simulator);
  }
  return true;
}

ExitCode SimulateCommand::run_interactive(Simulator& simulator) try {
  show_state(simulator);
  std::string line;
  for (;;) {
    write_stdout("> ");
    if (!std::getline(std::cin, line)) break;
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string::npos) continue;
    if (!obey(simulator, line.substr(first, line.find_last_not_of(" \t\r") + 1 - first)))
      return ExitCode::success;
  }
  write_stdout("\n");
  return ExitCode::success;
} catch (const LimitReached& limit) {
  write_stderr(fmt::format("arges: stopped: {}\n", limit.what()));
  return ExitCode::unknown;
}

}  // namespace

std::unique_ptr<Command> make_simulate() { return std::make_unique<SimulateCommand>(); }

}  // namespace arges::cli
