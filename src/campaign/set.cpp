#include "campaign/set.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "campaign/inputs.h"
#include "campaign/task_source.h"
#include "frontend/yaml/cursor.h"

namespace arges::campaign {

namespace {

using frontend::YamlCursor;

std::uint32_t number_of_cores(const YamlCursor& at) {
  const int result = at.integer();
  if (result < 0) at.fail("a run can't have fewer than no cores");
  return static_cast<std::uint32_t>(result);
}

RunLimits read_limits(const YamlCursor& at) {
  at.allow_only({"cpu", "wall", "memory", "cores", "grace"});
  RunLimits result;
  if (const auto cpu = at.optional_member("cpu")) result.cpu_seconds = cpu->number();
  if (const auto wall = at.optional_member("wall")) result.wall_seconds = wall->number();
  if (const auto memory = at.optional_member("memory"))
    result.memory_megabytes = static_cast<std::uint64_t>(std::ceil(memory->number()));
  if (const auto grace = at.optional_member("grace")) result.grace_seconds = grace->number();
  if (const auto cores = at.optional_member("cores")) result.cores = number_of_cores(*cores);
  return result;
}

/// The tools by name: arges and those that files describe.
class Tools {
 public:
  Tools(const YamlCursor& root, const std::string& program, Inputs& inputs) {
    tools_.push_back(arges_tool(program));
    const auto files = root.optional_member("tools");
    if (!files) return;
    files->for_each_element([&](const YamlCursor& file) {
      Tool tool = read_tool(inputs.read(file), program);
      if (find(tool.name) != nullptr)
        file.fail(fmt::format("there is another tool of the name '{}'", tool.name));
      tools_.push_back(std::move(tool));
    });
  }

  const Tool* find(const std::string& name) const {
    const auto found = std::find_if(tools_.begin(), tools_.end(),
                                    [&](const Tool& tool) { return tool.name == name; });
    return found == tools_.end() ? nullptr : &*found;
  }

 private:
  std::vector<Tool> tools_;
};

Column read_column(const YamlCursor& at, const Tools& tools) {
  at.allow_only({"name", "tool", "options", "preset"});
  Column result;
  const auto tool = at.optional_member("tool");
  const Tool* found = tools.find(tool ? tool->text() : "arges");
  if (found == nullptr)
    tool->fail(fmt::format("there is no tool '{}'", tool->text()),
               "describe it in a file, and name that under 'tools'");
  result.tool = *found;
  if (const auto preset = at.optional_member("preset")) {
    result.options = {"--preset", preset->text()};
    result.name = preset->text();
  }
  if (const auto options = at.optional_member("options"))
    for (std::string& word : options->words()) result.options.push_back(std::move(word));
  if (result.name.empty()) result.name = result.tool.name;
  if (const auto name = at.optional_member("name")) result.name = name->name();
  return result;
}

std::vector<Column> read_list(const YamlCursor& list, const Tools& tools) {
  std::vector<Column> result;
  std::set<std::string> names;
  list.for_each_element([&](const YamlCursor& at) {
    result.push_back(read_column(at, tools));
    if (!names.insert(result.back().name).second)
      at.fail(fmt::format("there is another configuration of the name '{}'", result.back().name),
              "give each a 'name'");
  });
  if (result.empty())
    list.fail("there are no configurations", "without 'configurations' there is one, arges");
  return result;
}

std::vector<Column> read_columns(const YamlCursor& root, const std::string& program,
                                 Inputs& inputs) {
  const auto configurations = root.optional_member("configurations");
  const bool is_elsewhere =
      configurations && !configurations->is_sequence() && !configurations->is_map();
  if (!is_elsewhere) {
    const Tools tools(root, program, inputs);
    if (configurations) return read_list(*configurations, tools);
    return {{"arges", *tools.find("arges"), {}}};
  }
  const YamlCursor other = YamlCursor::parse(inputs.read(*configurations));
  // A list alone has no tools of its own.
  if (other.is_sequence()) return read_list(other, Tools(root, program, inputs));
  if (!other.is_map()) other.fail("expected a list of configurations, or a map with one");
  other.allow_only({"description", "configurations", "tools"});
  other.member("configurations");
  return read_columns(other, program, inputs);
}

}  // namespace

Set read_set(const SourcePtr& source, const std::string& program, Synthesizer& synthesizer) {
  const YamlCursor root = YamlCursor::parse(source, "a set of tasks and configurations");
  root.allow_only({"name", "description", "limits", "tasks", "configurations", "tools"});
  Set result;
  const auto name = root.optional_member("name");
  result.name = name ? name->name() : std::filesystem::path(source->name()).stem().string();
  if (const auto limits = root.optional_member("limits")) result.limits = read_limits(*limits);
  Inputs inputs;
  inputs.add(source->name());
  result.columns = read_columns(root, program, inputs);
  std::map<std::string, std::size_t> names;
  root.member("tasks").for_each_element([&](const YamlCursor& at) {
    for (Task& task : read_tasks(at, synthesizer, inputs)) {
      const auto [known, fresh] = names.emplace(task.name, result.tasks.size());
      // Some tools run elsewhere.
      task.model = std::filesystem::absolute(task.model).lexically_normal().string();
      task.input = std::filesystem::absolute(task.input).lexically_normal().string();
      if (names_file(task.question))
        task.question.text = std::filesystem::absolute(task.question.text).string();
      for (const std::string& file : {task.model, task.input}) inputs.add(file);
      if (names_file(task.question)) inputs.add(task.question.text);
      if (!fresh && result.tasks[known->second] == task) continue;
      if (!fresh && differs_in_answer(result.tasks[known->second], task))
        at.fail(fmt::format("another source of tasks has another answer to '{}'", task.name),
                "narrow one of them by 'files'");
      if (!fresh)
        at.fail(fmt::format("there are two different tasks '{}'", task.name),
                at.optional_member("synth")
                    ? "give each specification a name of its own, by its member \"name\""
                    : "narrow one of the sources by 'files'");
      result.tasks.push_back(std::move(task));
    }
  });
  if (result.tasks.empty()) root.member("tasks").fail("there are no tasks");
  result.files = inputs.names();
  return result;
}

}  // namespace arges::campaign
