#include "frontend/c/task_definition.h"

#include "frontend/yaml/cursor.h"

namespace arges::frontend::c {

namespace {

bool is_of_systems(const YamlCursor& root) {
  const auto options = root.optional_member("options");
  const auto language = options ? options->optional_member("language") : std::nullopt;
  return language && language->text() == "LTS";
}

std::vector<std::string> input_files(const YamlCursor& root) {
  const auto files = root.optional_member("input_files");
  if (!files) root.fail("the task definition names no input_files");
  std::vector<std::string> result;
  files->for_each_element([&](const YamlCursor& file) { result.push_back(file.path()); });
  const bool compares = result.size() == 2 && is_of_systems(root);
  if (result.size() != 1 && !compares)
    files->fail("a task of several input files is not supported");
  return result;
}

DataModel data_model(const YamlCursor& at) {
  const std::string name = at.text();
  if (name == "ILP32") return DataModel::ilp32;
  if (name == "LP64") return DataModel::lp64;
  at.fail("data model '" + name + "' is not known: ILP32 or LP64");
}

std::optional<bool> expected(const YamlCursor& property) {
  const auto verdict = property.optional_member("expected_verdict");
  if (!verdict) return {};
  return verdict->boolean();
}

}  // namespace

TaskDefinition read_task_definition(const SourcePtr& source, Answers answers) {
  const YamlCursor root = YamlCursor::parse(source, "a task definition");
  TaskDefinition result;
  const std::vector<std::string> files = input_files(root);
  result.input_file = files.front();
  result.files_place = root.member("input_files").location();
  if (files.size() > 1) result.second_file = files.back();
  if (const auto properties = root.optional_member("properties"))
    properties->for_each_element([&](const YamlCursor& property) {
      const auto file = property.optional_member("property_file");
      if (!file) return;
      const auto part = property.optional_member("subproperty");
      result.properties.push_back({file->path(),
                                   answers == Answers::needed ? expected(property) : std::nullopt,
                                   part ? part->text() : "", file->location()});
    });
  if (const auto options = root.optional_member("options"))
    if (const auto model = options->optional_member("data_model"))
      result.data_model = data_model(*model);
  return result;
}

}  // namespace arges::frontend::c
