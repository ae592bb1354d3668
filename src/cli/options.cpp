#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/describe.h"
#include "cli/files.h"
#include "output/json.h"

namespace arges::cli {

namespace {

using Json = nlohmann::ordered_json;
using Kind = OptionDescription::Kind;

constexpr std::size_t line_width = 100;

/// `arges options`: every option of every command, with its values, default and advice.
class OptionsCommand : public Command {
 public:
  std::string name() const override { return "options"; }
  std::string summary() const override {
    return "Lists every option of every command, with its values, its default, and when to use "
           "which value.";
  }
  std::vector<Example> examples() const override {
    return {{"arges options", "all there is to set, and advice"},
            {"arges options --format json", "the same for a program"}};
  }
  void declare(CLI::App& app) override { declare_format(app, format_); }

  ExitCode run() override {
    std::string text;
    Json list = Json::array();
    for (const auto& command : all_commands()) {
      CLI::App app;
      declare_all(app, *command);
      const std::vector<OptionDescription> options = describe(app);
      if (format_ == Format::text)
        text += command_text(*command, options);
      else
        list.push_back(command_json(*command, options));
    }
    write_stdout(format_ == Format::text ? text : output::dump({{"commands", std::move(list)}}));
    return ExitCode::success;
  }

 private:
  static std::string option_text(const OptionDescription& option) {
    std::string head = "  " + option.spelling;
    if (!option.default_value.empty()) head += fmt::format(" (default: {})", option.default_value);
    std::string result = fmt::format("{}\n      {}\n", head, wrapped(option.help, 6, line_width));
    if (!option.advice.empty())
      result += fmt::format("      advice: {}\n", wrapped(option.advice, 14, line_width));
    if (option.choices == nullptr) return result;
    for (const engine::Choice& value : option.choices->values) {
      result += fmt::format("      {:<13} {}\n", value.name,
                            wrapped(std::string(value.help), 20, line_width));
      if (!value.advice.empty())
        result += fmt::format("{:20}advice: {}\n", "",
                              wrapped(std::string(value.advice), 28, line_width));
    }
    return result;
  }

  static std::string command_text(const Command& command,
                                  const std::vector<OptionDescription>& options) {
    std::string result = fmt::format("arges {}\n", command.name());
    for (const OptionDescription& option : options) result += option_text(option);
    return result + "\n";
  }

  static Json option_json(const OptionDescription& option) {
    Json object;
    object["name"] = option.name;
    object["kind"] = option.kind == Kind::positional ? "positional"
                     : option.kind == Kind::flag     ? "flag"
                                                     : "value";
    object["spelling"] = option.spelling;
    object["group"] = option.group;
    object["help"] = option.help;
    object["default"] = option.default_value.empty() ? Json() : Json(option.default_value);
    object["repeatable"] = option.repeatable;
    if (!option.advice.empty()) object["advice"] = option.advice;
    if (option.choices == nullptr) return object;
    object["values"] = Json::array();
    for (const engine::Choice& value : option.choices->values)
      object["values"].push_back(
          {{"name", value.name}, {"help", value.help}, {"advice", value.advice}});
    return object;
  }

  static Json command_json(const Command& command, const std::vector<OptionDescription>& options) {
    Json list = Json::array();
    for (const OptionDescription& option : options) list.push_back(option_json(option));
    return {{"name", command.name()}, {"help", command.summary()}, {"options", std::move(list)}};
  }

  Format format_ = Format::text;
};

}  // namespace

std::unique_ptr<Command> make_options() { return std::make_unique<OptionsCommand>(); }

}  // namespace arges::cli
