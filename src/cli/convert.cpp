#include "engine/convert.h"

#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/files.h"

namespace arges::cli {

namespace {

/// `arges convert`: writes a model in another format.
class ConvertCommand : public Command {
 public:
  std::string name() const override { return "convert"; }
  std::string summary() const override {
    return "Writes a model in another format: a statechart as a transition system or a drawing, "
           "state machines with messages as drawings or for spin.";
  }
  std::vector<Example> examples() const override {
    return {
        {"arges convert examples/door.scxml --to xsts", "as a transition system"},
        {"arges convert examples/door.scxml --to xsts --property 'state open reachable'",
         "with a property"},
        {"arges convert examples/crossing.gcd --to plantuml -o crossing.puml", "as state diagrams"},
        {"arges convert examples/machines/token-ring.sm --to promela --check deadlock",
         "for spin, with a check"},
        {"arges convert examples/machines/bank.sm --to dot",
         "each class's machine, and the objects"},
    };
  }
  void declare(CLI::App& app) override {
    app.add_option("MODEL", request_.path, "the file of the model: .scxml, .gcd, .uml, .xmi, .sm")
        ->type_name("FILE")
        ->group(input_group);
    declare_input_format(app, request_);
    app.add_option_function<std::string>(
           "--to",
           [this](const std::string& text) {
             format_ = static_cast<engine::ConversionFormat>(
                 engine::choose(engine::conversion_formats(), text).number);
           },
           std::string(engine::conversion_formats().help))
        ->type_name("FORMAT")
        ->group(input_group);
    app.add_option("--property", request_.properties,
                   "the property that an XSTS or a Promela model has")
        ->allow_extra_args(false)
        ->type_name("TEXT")
        ->group(input_group);
    declare_checks(app, request_);
    app.get_option("--check")->description(
        "what a Promela model is to check, separated by commas, as 'check' does");
    declare_environment(app, request_);
    declare_statechart(app, request_);
    app.add_option("-o,--output", output_, "the file to write; the standard output unless given")
        ->type_name("FILE")
        ->group(output_group);
    declare_verbosity(app, verbosity_);
  }

  ExitCode run() override {
    if (!format_) throw UsageError("--to is missing", "available: xsts, dot, plantuml, promela");
    if (output_) require_writable(*output_);
    Session session(with_default_memory({}), verbosity_);
    const std::string text = engine::convert(session.env(), request_, *format_);
    if (output_)
      write_file(*output_, text);
    else
      write_stdout(text);
    return ExitCode::success;
  }

 private:
  engine::LoadRequest request_;
  std::optional<engine::ConversionFormat> format_;
  std::optional<std::string> output_;
  Verbosity verbosity_ = Verbosity::normal;
};

}  // namespace

std::unique_ptr<Command> make_convert() { return std::make_unique<ConvertCommand>(); }

}  // namespace arges::cli
