#include "frontend/c/task_definition.h"

#include "frontend/yaml/cursor.h"

namespace arges::frontend::c {

namespace {

std::string input_file(const YamlCursor& root) {
  const auto files = root.optional_member("input_files");
  if (!files) root.fail("the task definition names no input_files");
  std::vector<std::string> result;
  files->for_each_element([&](const YamlCursor& file) { result.push_back(file.path()); });
  if (result.size() != 1) files->fail("a task of several input files is not supported");
  return result.front();
}

DataModel data_model(const YamlCursor& at) {
  const std::string name = at.text();
  if (name == "ILP32") return DataModel::ilp32;
  if (name == "LP64") return DataModel::lp64;
  at.fail("data model '" + name + "' is not known: ILP32 or LP64");
}

/// Who checks does not need to know it, so that other words are no reason to complain.
std::optional<bool> expected(const YamlCursor& property) {
  const auto verdict = property.optional_member("expected_verdict");
  if (!verdict) return {};
  const std::string word = verdict->text();
  if (word == "true") return true;
  return word == "false" ? std::optional(false) : std::nullopt;
}

}  // namespace

TaskDefinition read_task_definition(const SourcePtr& source) {
  const YamlCursor root = YamlCursor::parse(source, "a task definition");
  TaskDefinition result;
  result.input_file = input_file(root);
  if (const auto properties = root.optional_member("properties"))
    properties->for_each_element([&](const YamlCursor& property) {
      const auto file = property.optional_member("property_file");
      if (!file) return;
      const auto part = property.optional_member("subproperty");
      result.properties.push_back({file->path(), expected(property), part ? part->text() : ""});
    });
  if (const auto options = root.optional_member("options"))
    if (const auto model = options->optional_member("data_model"))
      result.data_model = data_model(*model);
  return result;
}

}  // namespace arges::frontend::c
