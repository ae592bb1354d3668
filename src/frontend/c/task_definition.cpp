#include "frontend/c/task_definition.h"

#include <filesystem>

#include <yaml-cpp/yaml.h>

#include "base/error.h"

namespace arges::frontend::c {

namespace {

/// Reads one definition; yaml-cpp's marks become our places.
class DefinitionReader {
 public:
  explicit DefinitionReader(const SourcePtr& source) : source_(source) {}

  TaskDefinition read() {
    YAML::Node root;
    try {
      root = YAML::Load(std::string(source_->text()));
    } catch (const YAML::ParserException& error) {
      fail(error.mark, "this is no YAML: " + error.msg);
    }
    if (!root.IsMap()) fail(root.Mark(), "expected a task definition, a map");
    TaskDefinition result;
    const YAML::Node files = root["input_files"];
    if (!files) fail(root.Mark(), "the task definition names no input_files");
    if (files.IsSequence() && files.size() != 1)
      fail(files.Mark(), "a task of several input files is not supported");
    result.input_file = beside(text(files.IsSequence() ? files[0] : files));
    if (const YAML::Node properties = root["properties"])
      for (const YAML::Node& property : properties)
        if (const YAML::Node file = property["property_file"])
          result.property_files.push_back(beside(text(file)));
    if (const YAML::Node options = root["options"])
      if (const YAML::Node model = options["data_model"]) {
        const std::string name = text(model);
        if (name != "ILP32" && name != "LP64")
          fail(model.Mark(), "data model '" + name + "' is not known: ILP32 or LP64");
        result.data_model = name == "ILP32" ? DataModel::ilp32 : DataModel::lp64;
      }
    return result;
  }

 private:
  std::string text(const YAML::Node& node) const {
    if (!node.IsScalar()) fail(node.Mark(), "expected a text");
    return node.Scalar();
  }

  std::string beside(const std::string& file) const {
    return (std::filesystem::path(source_->name()).parent_path() / file).lexically_normal();
  }

  [[noreturn]] void fail(const YAML::Mark& mark, const std::string& message) const {
    const auto offset = mark.pos < 0 ? 0U : static_cast<std::uint32_t>(mark.pos);
    throw InputError({source_.get(), offset}, message);
  }

  SourcePtr source_;
};

}  // namespace

TaskDefinition read_task_definition(const SourcePtr& source) {
  return DefinitionReader(source).read();
}

}  // namespace arges::frontend::c
