#include "engine/synth.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/files.h"
#include "output/csv.h"
#include "output/json.h"

namespace arges::cli {

namespace {

using Json = nlohmann::ordered_json;

/// `arges synth`: verification tasks with known answers.
class SynthCommand : public Command {
 public:
  std::string name() const override { return "synth"; }
  std::string summary() const override {
    return "Synthesizes verification tasks with known answers and chosen hardness. SPEC is a JSON "
           "file that says what they are like. Each task is a folder with the model, its "
           "properties, a task definition (task.yml) and the answers (solution.csv); index.csv "
           "has the answers of all tasks, tasks.set their definitions. The same "
           "seed gives the same files.";
  }
  std::vector<Example> examples() const override {
    return {
        {"arges synth examples/synth/small.json --seed 7 --out tasks",
         "one task: a program in C and Java, formulas, errors"},
        {"arges synth examples/synth/small.json --seed 1 --count 200 --out tasks",
         "seeds 1 to 200"},
        {"arges synth examples/synth/deep.json --out tasks --format json",
         "a sweep of depths; the list of tasks for scripts"},
    };
  }

  void declare(CLI::App& app) override {
    app.add_option("SPEC", request_.path, "what the tasks are like; docs/synthesis.md")
        ->group(input_group);
    app.add_option("--seed", request_.seed, "of the first task; 1 unless given")
        ->type_name("NUMBER")
        ->group("Tasks");
    app.add_option("--count", request_.count,
                   "how many tasks of each variant, with this seed and those behind it; 1 unless "
                   "given")
        ->type_name("NUMBER")
        ->group("Tasks");
    declare_limits(app, limits_);
    app.add_option("-o,--out", folder_, "the folder to write to")
        ->type_name("DIR")
        ->group(output_group);
    declare_format(app, format_);
    declare_verbosity(app, verbosity_);
  }

  ExitCode run() override {
    if (folder_.empty()) throw UsageError("tasks need a folder", "say which: --out DIR");
    require_folder(folder_);
    Session session(with_default_memory(limits_), verbosity_);
    session.env().limits.on_unresponsive([this](StopReason reason) {
      try {
        give_up(reason);
      } catch (const std::exception&) {
        // Nobody is left to tell.
      }
      _exit(static_cast<int>(ExitCode::unknown));
    });
    try {
      engine::synthesize_tasks(session.env(), request_,
                               [this](const engine::MadeTask& made) { write(made); });
    } catch (const LimitReached& limit) {
      give_up(limit.reason());
      return ExitCode::unknown;
    }
    write_file(path("index.csv"), index_);
    if (!definitions_.empty()) write_file(path("tasks.set"), definitions_);
    if (format_ == Format::json) write_stdout(output::dump(Json{{"tasks", list_}}));
    return ExitCode::success;
  }

 private:
  std::string path(const std::string& file) const {
    return (std::filesystem::path(folder_) / file).string();
  }

  void write(const engine::MadeTask& made) {
    const synth::Task& task = made.task;
    const std::filesystem::path folder = path(task.name);
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
      throw UsageError(
          fmt::format("can't make the folder '{}': {}", folder.string(), error.message()));
    for (const synth::TaskFile& file : task.files) {
      write_file((folder / file.name).string(), file.text);
      if (file.name == "task.yml") definitions_ += fmt::format("{}/task.yml\n", task.name);
    }
    std::string solution;
    for (const synth::TaskAnswer& answer : task.answers)
      solution += output::csv_line({answer.property, answer.holds ? "true" : "false"});
    write_file((folder / "solution.csv").string(), solution);
    for (const synth::IndexEntry& entry : task.index)
      index_ += output::csv_line({task.name, entry.property, entry.value ? "true" : "false"});
    tell(made);
  }

  void tell(const engine::MadeTask& made) {
    const synth::Task& task = made.task;
    const auto holding = std::count_if(task.answers.begin(), task.answers.end(),
                                       [](const synth::TaskAnswer& a) { return a.holds; });
    if (format_ == Format::text) {
      write_stdout(fmt::format("{}: {} properties, {} of them true{}\n", path(task.name),
                               task.answers.size(), holding,
                               made.variant.empty() ? "" : " (" + made.variant + ")"));
      return;
    }
    Json answers = Json::array();
    for (const synth::TaskAnswer& answer : task.answers)
      answers.push_back({{"property", answer.property}, {"verdict", answer.holds}});
    Json files = Json::array();
    for (const synth::TaskFile& file : task.files) files.push_back(file.name);
    list_.push_back({{"name", task.name},
                     {"folder", path(task.name)},
                     {"seed", made.seed},
                     {"variant", made.variant},
                     {"files", std::move(files)},
                     {"answers", std::move(answers)},
                     {"facts", task.facts}});
  }

  void give_up(StopReason reason) {
    write_stderr(fmt::format("{}: unknown ({})\n", request_.path, to_string(reason)));
  }

  engine::SynthesisRequest request_;
  std::string folder_;
  Format format_ = Format::text;
  Limits::Settings limits_;
  Verbosity verbosity_ = Verbosity::normal;
  std::string index_;
  std::string definitions_;
  Json list_ = Json::array();
};

}  // namespace

std::unique_ptr<Command> make_synth() { return std::make_unique<SynthCommand>(); }

}  // namespace arges::cli
