#include "engine/synth.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <filesystem>
#include <limits>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/source.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/files.h"
#include "cli/last_words.h"
#include "output/csv.h"
#include "output/json.h"

namespace arges::cli {

namespace {

using Json = nlohmann::ordered_json;

/// A file with lines about tasks, each of which begins with the name of one. It has a task's lines
/// as soon as there is the task, so that whatever ends a run leaves a list of what was made.
class TaskList {
 public:
  /// The separator stands behind a task's name, which does not have it.
  TaskList(std::string path, char separator) : path_(std::move(path)), separator_(separator) {}

  /// Puts the lines of a task in the place of those that the file has of it.
  void put(const std::string& task, const std::string& lines) {
    read();
    if (!listed_.insert(task).second)
      replace(text_without(task) + lines);
    else if (!lines.empty())
      append_to_file(path_, lines);
  }

  bool has(const std::string& task) {
    read();
    return listed_.contains(task);
  }

 private:
  void read() {
    if (is_read_) return;
    is_read_ = true;
    drop_unfinished_line();
    for_each_line([this](const std::string& task, std::string_view) { listed_.insert(task); });
  }

  /// Who was killed while writing may have left the beginning of a line, which is no task's.
  void drop_unfinished_line() const {
    if (!std::filesystem::exists(path_)) return;
    const std::string text(read_source(path_)->text());
    const std::size_t finished = text.rfind('\n') + 1;  // 0, where there is no line at all
    if (finished < text.size()) replace(text.substr(0, finished));
  }

  /// At once, so that whoever is killed leaves the old lines or the new ones.
  void replace(const std::string& text) const {
    const std::string part = path_ + ".part";
    write_file(part, text);
    std::error_code error;
    std::filesystem::rename(part, path_, error);
    if (error) throw UsageError(fmt::format("cannot write '{}': {}", path_, error.message()));
  }

  std::string text_without(const std::string& task) const {
    std::string result;
    for_each_line([&](const std::string& other, std::string_view line) {
      if (other != task) result += line;
    });
    return result;
  }

  template <typename Visit>
  void for_each_line(const Visit& visit) const {
    if (!std::filesystem::exists(path_)) return;
    const SourcePtr list = read_source(path_);
    for (std::string_view rest = list->text(); !rest.empty();) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      const std::string_view with_end = rest.substr(0, line.size() + 1);
      visit(std::string(line.substr(0, line.find(separator_))), with_end);
      rest.remove_prefix(with_end.size());
    }
  }

  std::string path_;
  char separator_;
  bool is_read_ = false;
  std::set<std::string> listed_;  ///< names of tasks
};

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
        {"arges synth examples/synth/small.json --seed 1 --count 20 --out tasks", "seeds 1 to 20"},
        {"arges synth examples/synth/deep.json --out tasks --format json",
         "a sweep of depths; the list of tasks for scripts"},
    };
  }

  void declare(CLI::App& app) override {
    app.add_option("SPEC", request_.path, "what the tasks are like (.json); docs/synthesis.md")
        ->type_name("FILE")
        ->group(input_group);
    app.add_option_function<std::string>(
           "--seed", [this](const std::string& text) { request_.seed = seed_of(text); },
           "of the first task; 1 unless given")
        ->type_name("NUMBER")
        ->group("Tasks");
    app.add_option("--count", request_.count,
                   "how many tasks of each variant, with this seed and those behind it; 1 unless "
                   "given")
        ->type_name("NUMBER")
        ->group("Tasks");
    // What arges bench calls, to go on where it was stopped.
    app.add_flag("--missing", only_missing_, "leaves the tasks that DIR lists as they are")
        ->group("");
    declare_limits(app, limits_);
    app.add_option("-o,--out", folder_, "the folder to write to")
        ->type_name("DIR")
        ->group(output_group);
    declare_format(app, format_);
    declare_verbosity(app, verbosity_);
  }

  ExitCode run() override {
    if (folder_.empty()) throw UsageError("tasks need a folder", "say which: --out DIR");
    if (request_.count == 0)
      throw UsageError("--count 0 asks for no task", "how many of each variant: --count 1");
    if (request_.seed > std::numeric_limits<std::uint64_t>::max() - (request_.count - 1))
      throw UsageError("there are not so many seeds behind this one", "a smaller --seed");
    require_folder(folder_);
    Session session(with_default_memory(limits_), verbosity_);
    tell_if_unresponsive(session.env().limits, [this](StopReason reason) { give_up(reason); });
    index_.emplace(path("index.csv"), ',');
    definitions_.emplace(path("tasks.set"), '/');
    ExitCode result = ExitCode::success;
    try {
      engine::synthesize_tasks(session.env(), request_,
                               {[this](const engine::MadeTask& made) { write(made); },
                                [this](const engine::RefusedTask& refused) { tell(refused); },
                                [this](const std::string& name) { return is_left(name); }});
      if (!refused_.empty()) result = ExitCode::input;
    } catch (const LimitReached& limit) {
      give_up(limit.reason());
      result = ExitCode::unknown;
    } catch (...) {
      // What was made, or refused, before there was an error is not to be searched for.
      if (!list_.empty() || !refused_.empty()) print_list();
      throw;
    }
    print_list();
    return result;
  }

 private:
  static std::uint64_t seed_of(const std::string& text) {
    std::uint64_t result = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
    if (error != std::errc() || end != text.data() + text.size())
      throw UsageError(fmt::format("'{}' is no seed", text),
                       "a whole number from 0 to 18446744073709551615");
    return result;
  }

  void print_list() const {
    if (format_ == Format::json)
      write_stdout(output::dump(Json{{"tasks", list_}, {"refused", refused_}}));
  }

  std::string path(const std::string& file) const {
    return (std::filesystem::path(folder_) / file).string();
  }

  /// The list of definitions is written last: what it has is complete.
  bool is_left(const std::string& name) {
    return only_missing_ && definitions_->has(name) &&
           std::filesystem::exists(path(name + "/solution.csv"));
  }

  /// A folder that is there is complete: it gets its name once all files are written.
  void write(const engine::MadeTask& made) {
    const synth::Task& task = made.task;
    const std::filesystem::path folder = path(task.name + ".part");
    const bool is_of_others = std::filesystem::exists(path(task.name)) &&
                              !std::filesystem::exists(path(task.name + "/solution.csv"));
    if (is_of_others)
      throw UsageError(fmt::format("'{}' is there, and is no task", path(task.name)),
                       "another --out, or another \"name\" in the specification");
    std::error_code error;
    std::filesystem::remove_all(folder, error);
    std::filesystem::create_directories(folder, error);
    if (error)
      throw UsageError(
          fmt::format("can't make the folder '{}': {}", folder.string(), error.message()));
    std::string definitions;
    for (const synth::TaskFile& file : task.files) {
      write_file((folder / file.name).string(), file.text);
      if (file.name == "task.yml") definitions += fmt::format("{}/task.yml\n", task.name);
    }
    std::string solution;
    for (const synth::TaskAnswer& answer : task.answers)
      solution += output::csv_line({answer.property, answer.holds ? "true" : "false"});
    write_file((folder / "solution.csv").string(), solution);
    put_in_place(folder, path(task.name));
    ++made_;
    std::string answers;
    for (const synth::IndexEntry& entry : task.index)
      answers += output::csv_line({task.name, entry.property, entry.value ? "true" : "false"});
    index_->put(task.name, answers);
    definitions_->put(task.name, definitions);
    tell(made);
  }

  /// A task that is there already goes, with files that the new one may not have.
  static void put_in_place(const std::filesystem::path& made, const std::filesystem::path& place) {
    std::error_code error;
    if (std::filesystem::exists(place)) std::filesystem::remove_all(place, error);
    if (!error) std::filesystem::rename(made, place, error);
    if (error)
      throw UsageError(
          fmt::format("can't make the folder '{}': {}", place.string(), error.message()));
  }

  void tell(const engine::MadeTask& made) {
    const synth::Task& task = made.task;
    const auto holding = std::count_if(task.answers.begin(), task.answers.end(),
                                       [](const synth::TaskAnswer& a) { return a.holds; });
    if (format_ == Format::text) {
      write_stdout(fmt::format("{}: {} {}, {} of them true{}\n", path(task.name),
                               task.answers.size(),
                               task.answers.size() == 1 ? "property" : "properties", holding,
                               made.variant.empty() ? "" : " (" + made.variant + ")"));
      if (task.facts.contains("no_net"))
        write_stdout(fmt::format("  no .pnml: {}\n", task.facts["no_net"].get<std::string>()));
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

  /// The others are made nevertheless.
  void tell(const engine::RefusedTask& refused) {
    const std::string variant = refused.variant.empty() ? "" : fmt::format(", {}", refused.variant);
    const std::string hint =
        refused.nearest.empty() ? "" : fmt::format("; what would work: {}", refused.nearest);
    write_stderr(fmt::format("arges: {} can't be made (seed {}{}): {}{}\n", refused.name,
                             refused.seed, variant, refused.reason, hint));
    refused_.push_back({{"name", refused.name},
                        {"seed", refused.seed},
                        {"variant", refused.variant},
                        {"reason", refused.reason},
                        {"what_would_work", refused.nearest}});
  }

  void give_up(StopReason reason) {
    write_stderr(
        fmt::format("{}: unknown ({}); {} made\n", request_.path, to_string(reason),
                    made_ == 1 ? "1 task was" : fmt::format("{} tasks were", made_.load())));
  }

  engine::SynthesisRequest request_;
  std::string folder_;
  bool only_missing_ = false;
  Format format_ = Format::text;
  Limits::Settings limits_;
  Verbosity verbosity_ = Verbosity::normal;
  std::atomic<std::size_t> made_ = 0;  ///< tasks; the watching thread may tell it
  std::optional<TaskList> index_;
  std::optional<TaskList> definitions_;
  Json list_ = Json::array();
  Json refused_ = Json::array();
};

}  // namespace

std::unique_ptr<Command> make_synth() { return std::make_unique<SynthCommand>(); }

}  // namespace arges::cli
