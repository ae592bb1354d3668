#include "cli/bench.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "base/command_words.h"
#include "campaign/campaign.h"
#include "campaign/lock.h"
#include "campaign/pattern.h"
#include "campaign/progress.h"
#include "campaign/report/report.h"
#include "campaign/report/tally.h"
#include "cli/bench_configurations.h"
#include "cli/bench_files.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/files.h"
#include "cli/program.h"
#include "cli/synthesized_tasks.h"

namespace arges::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* running_group = "Running";

enum class Where : std::uint8_t { local, slurm };

constexpr engine::Choice places[] = {
    {"local", "on this machine, --jobs side by side", "for a laptop or one server",
     static_cast<std::uint32_t>(Where::local)},
    {"slurm", "by a cluster, as an array of jobs",
     "where sbatch is; --jobs bounds how many at once", static_cast<std::uint32_t>(Where::slurm)},
};
constexpr engine::Choices executor_choices{"executor", "where runs are made", places};

/// `arges bench`: many tasks by many configurations.
class BenchCommand : public Command {
 public:
  std::string name() const override { return "bench"; }
  std::string summary() const override {
    return "Runs many tasks by many configurations and other tools, under limits, and reports. SET "
           "is a file that says which (docs/bench.md), or the results of an earlier campaign, to "
           "report again. Every result is kept once it is there: the same command again goes on "
           "where an earlier one stopped. Exit code 10: an answer was wrong, or two contradict "
           "each other; 20: runs are missing.";
  }
  std::vector<Example> examples() const override {
    return {
        {"arges bench examples/bench/quick.yml --jobs 2",
         "runs what is not in quick.db yet, and prints a table"},
        {"arges bench quick.db --html report.html", "a report of what is there, with plots"},
        {"arges bench examples/bench/quick.yml -o new.db --against quick.db --markdown report.md",
         "with what was gained and lost since an earlier campaign"},
    };
  }

  void declare(CLI::App& app) override {
    app_ = &app;
    app.add_option("SET", set_, "a set (.yml), or a campaign's results (.db)")
        ->type_name("FILE")
        ->group(input_group);
    app.add_option("--only", only_,
                   "tasks whose names fit one of these patterns; *, ? and [...] "
                   "as in a shell")
        ->allow_extra_args(false)
        ->type_name("PATTERN")
        ->group(input_group);
    app.add_option("--config", configurations_, "configurations whose names fit one of these")
        ->allow_extra_args(false)
        ->type_name("PATTERN")
        ->group(input_group);
    declare_running(app);
    declare_limits_of_runs(app);
    app.add_option("-o,--out", out_, "the file of results; NAME.db of NAME.yml unless given")
        ->type_name("FILE")
        ->group(output_group);
    app.add_option("--html", html_, "writes a report as one page")
        ->type_name("FILE")
        ->group(output_group);
    app.add_option("--markdown", markdown_, "writes a report as text")
        ->type_name("FILE")
        ->group(output_group);
    app.add_option("--csv", csv_, "writes a table with a line a run")
        ->type_name("FILE")
        ->group(output_group);
    app.add_option("--against", against_, "an earlier campaign, whose differences are reported")
        ->type_name("FILE")
        ->group(output_group);
    app.add_option("--show", show_, "prints what runs of tasks that fit this wrote")
        ->type_name("PATTERN")
        ->group(output_group);
    declare_verbosity(app, verbosity_);
  }

  bool optional_positionals() const override { return !chunk_.empty(); }

  ExitCode run() override {
    if (!chunk_.empty()) {
      campaign::work_on_chunk(chunk_[0], static_cast<std::uint32_t>(std::stoul(chunk_[1])));
      return ExitCode::success;
    }
    const bool makes_runs = fs::path(set_).extension() != ".db";
    const std::string results = !makes_runs    ? set_
                                : out_.empty() ? fs::path(set_).stem().string() + ".db"
                                               : out_;
    if (!makes_runs && !out_.empty()) throw UsageError("--out is for a set, whose runs are made");
    if (!makes_runs) refuse_options_of_runs("a campaign's results are only reported");
    // Who asks what runs wrote asks about those that are there.
    if (!show_.empty()) refuse_options_of_runs("--show makes no runs");
    refuse_options_of_others();
    const Purpose purpose = makes_runs && show_.empty() ? Purpose::runs : Purpose::report;
    note_files(results, purpose);
    if (purpose == Purpose::runs) try {
        run_missing(results);
      } catch (const LimitReached&) {
        write_stderr("stopped while tasks were made; the same command goes on from here\n");
        return ExitCode::unknown;
      }
    return list_ ? (lists_some_ ? ExitCode::unknown : ExitCode::success) : report(results);
  }

 private:
  /// What becomes of the file of results: it is written, or only read.
  enum class Purpose : std::uint8_t { runs, report };

  /// What is written must be writable, and nothing that is read or written besides.
  void note_files(const std::string& results, Purpose purpose) {
    if (set_ != results) files_.add_read(set_, "the set");
    if (!against_.empty()) files_.add_read(against_, "the earlier campaign");
    if (purpose == Purpose::runs)
      files_.add_written(results, out_.empty() ? "the file of results" : "--out");
    else
      files_.add_read(results, "the campaign's results");
    const std::pair<const char*, const std::string*> reports[] = {
        {"--html", &html_}, {"--markdown", &markdown_}, {"--csv", &csv_}};
    for (const auto& [option, path] : reports) {
      if (path->empty()) continue;
      if (*path == "-")
        throw UsageError(fmt::format("{} - is no file", option), "/dev/stdout is the terminal");
      files_.add_written(*path, option);
      require_writable(*path);
    }
  }

  void declare_running(CLI::App& app) {
    app.add_option("--jobs", given_jobs_, "how many runs are made side by side (default: 1)")
        ->check(CLI::Range(1, 1024))
        ->type_name("NUMBER")
        ->group(running_group);
    app.add_option("--again", again_,
                   "runs again what ended like this: unknown, timeout, memory, "
                   "error, true, false")
        ->delimiter(',')
        ->type_name("LIST")
        ->group(running_group);
    app.add_option_function<std::string>(
           "--executor",
           [this](const std::string& text) {
             executor_ = static_cast<Where>(engine::choose(executor_choices, text).number);
           },
           std::string(executor_choices.help))
        ->type_name("WHERE")
        ->default_str("local")
        ->group(running_group);
    app.add_option("--chunk-size", slurm_.chunk,
                   "how many runs one job of the cluster makes, one after the other")
        ->type_name("NUMBER")
        ->group(running_group);
    app.add_option("--sbatch", sbatch_, "further arguments of sbatch: '--partition=long --nice'")
        ->type_name("TEXT")
        ->group(running_group);
    // What jobs of the cluster call: the folder, and which chunk.
    app.add_option("--chunk", chunk_)->expected(2)->group("");
    app.add_flag("--list", list_, "prints which runs are missing, and makes none")
        ->group(running_group);
  }

  void declare_limits_of_runs(CLI::App& app) {
    const auto declare = [&](const char* name, const char* unit, const char* help, auto& limit) {
      app.add_option_function<std::string>(
             fmt::format("--{}", name),
             [name, &limit](const std::string& text) {
               using Number = typename std::remove_reference_t<decltype(limit)>::value_type;
               limit = parse_positive<Number>(name, text);
             },
             help)
          ->type_name(unit)
          ->group(limits_group);
    };
    declare("cpu", "SECONDS", "CPU time of a run and all its processes", limits_.cpu_seconds);
    declare("wall", "SECONDS", "its time by the clock", limits_.wall_seconds);
    declare("memory", "MB", "memory of all its processes together", limits_.memory_megabytes);
    app.add_option("--cores", cores_, "processor cores for it alone; 0: it shares what there is")
        ->type_name("NUMBER")
        ->group(limits_group);
  }

  /// Where no runs are made, options about them are a misunderstanding.
  void refuse_options_of_runs(const char* reason) const {
    for (const CLI::Option* option : app_->get_options()) {
      const bool is_about_runs =
          option->get_group() == running_group || option->get_group() == limits_group;
      if (option->count() == 0 || !is_about_runs) continue;
      throw UsageError(fmt::format("{} has no effect: {}", option->get_name(), reason),
                       "give the set (.yml) to make runs: arges bench SET.yml");
    }
  }

  /// What would be silently ignored.
  void refuse_options_of_others() const {
    const auto refuse = [this](const char* option, const char* reason) {
      if (app_->count(option) > 0)
        throw UsageError(fmt::format("{} has no effect: {}", option, reason), "leave it out");
    };
    if (list_)
      for (const char* option : {"--html", "--markdown", "--csv", "--against"})
        refuse(option, "--list makes no report");
    if (executor_ != Where::slurm)
      for (const char* option : {"--chunk-size", "--sbatch"})
        refuse(option, "it is for --executor slurm");
  }

  campaign::Set read(const std::string& results, const Limits& limits,
                     const std::function<void()>& be_alone) const {
    const std::string program = fs::read_symlink("/proc/self/exe").string();
    const auto say = [this](const std::string& line) {
      if (verbosity_ != Verbosity::quiet) write_stderr(line + "\n");
    };
    SynthesizedTasks synthesizer(program, fs::absolute(results + ".tasks"), limits,
                                 {be_alone, say});
    campaign::Set set = campaign::read_set(read_source(set_), program, synthesizer);
    if (limits_.cpu_seconds) set.limits.cpu_seconds = limits_.cpu_seconds;
    if (limits_.wall_seconds) set.limits.wall_seconds = limits_.wall_seconds;
    if (limits_.memory_megabytes) set.limits.memory_megabytes = limits_.memory_megabytes;
    if (cores_) set.limits.cores = *cores_;
    // Who waits for something uses no CPU time, but should not do so for ever.
    constexpr double waiting = 2;
    if (set.limits.cpu_seconds && !set.limits.wall_seconds)
      set.limits.wall_seconds = waiting * *set.limits.cpu_seconds;
    return set;
  }

  /// Paths in a set are from where it lies, but words of commands are the program's matter.
  void hint_at_misplaced_files(const campaign::Set& set) const {
    if (verbosity_ == Verbosity::quiet) return;
    std::set<std::string> told;
    for (const campaign::Column& column : set.columns)
      for (const std::string& file :
           campaign::files_misplaced_in(fs::path(set_).parent_path(), column))
        if (told.insert(file).second)
          write_stderr(
              fmt::format("warning: '{}' of the configuration '{}' is not here, but beside the "
                          "set: words of commands and options are from the current folder\n",
                          file, column.name));
  }

  /// Reports are about what was asked for.
  void narrow(campaign::Results& results) const {
    if (results.tasks.empty() || results.columns.empty())
      throw UsageError("the campaign is empty: it was never begun",
                       "run its set: arges bench SET.yml");
    const std::string a_task = results.tasks.front().name;
    const std::string a_column = results.columns.front().name;
    for (std::size_t c = results.columns.size(); c-- > 0;)
      if (!campaign::fits_one(configurations_, results.columns[c].name)) results.drop_column(c);
    for (std::size_t t = results.tasks.size(); t-- > 0;)
      if (!campaign::fits_one(only_, results.tasks[t].name)) results.drop_task(t);
    const auto refuse = [](const char* what, const std::string& names) {
      throw UsageError(what, fmt::format("names look like '{}'; * stands for any letters", names));
    };
    if (results.tasks.empty()) refuse("no task's name fits --only", a_task);
    if (results.columns.empty()) refuse("no configuration's name fits --config", a_column);
  }

  void run_missing(const std::string& results) {
    campaign::Choice choice{only_, configurations_, {}};
    for (const std::string& word : again_) try {
        choice.again.insert(campaign::status_of(word));
      } catch (const std::invalid_argument& error) {
        throw UsageError(fmt::format("--again: {}", error.what()),
                         "true, false, unknown, timeout, memory or error");
      }
    Limits limits;
    const InterruptHandler interrupt(limits);
    std::unique_ptr<campaign::Lock> lock;
    const auto be_alone = [&] {
      if (!lock) lock = std::make_unique<campaign::Lock>(results);
    };
    // A list may be asked for while the campaign runs, unless it needs tasks that are not made yet.
    if (!list_) be_alone();
    campaign::Set set = read(results, limits, be_alone);
    for (const std::string& file : set.files) files_.add_read(file, "a file that the set names");
    require_options(set);
    hint_at_misplaced_files(set);
    campaign::RunFiles run_files(set);
    for (const std::string& file : run_files.names()) {
      files_.add_read(file, "a file that runs read");
      set.files.push_back(file);
    }
    std::optional<campaign::Store> store;
    if (!list_) store.emplace(std::move(lock));
    campaign::Campaign campaign(set, run_files, campaign::Store::known(results), choice);
    if (list_) {
      lists_some_ = !campaign.plan().empty();
      for (const auto& planned : campaign.plan())
        write_stdout(fmt::format("{} by {}\n", set.tasks[planned.task].name,
                                 set.columns[planned.column].name));
      return;
    }
    const auto executor = make_executor(results, set.limits);
    const bool on_terminal = isatty(STDERR_FILENO) != 0;
    campaign::Progress progress(
        on_terminal ? campaign::Progress::Medium::terminal : campaign::Progress::Medium::file,
        given_jobs_.value_or(1), [this](const std::string& text) {
          if (verbosity_ != Verbosity::quiet) write_stderr(text);
        });
    tell_plan(campaign, progress);
    campaign.run(*store, *executor, limits,
                 {[&](const auto& event, const auto& state) { progress.ended(event, state); },
                  [&](const auto& state) { progress.waiting(state); },
                  [&](const auto& task, const auto& column, const std::string& file) {
                    progress.say(
                        fmt::format("warning: {} by {} does not count: '{}' was changed "
                                    "meanwhile",
                                    task.name, column.name, file));
                  }});
    const campaign::State& state = campaign.state();
    if (state.done == state.runs) return;
    is_cut_short_ = true;
    if (limits.reason() == StopReason::none && state.outdated > 0)
      return progress.say(fmt::format("{} of {} runs are there; the same command makes the others",
                                      state.done, state.runs));
    progress.say(fmt::format("stopped at {} of {} runs; {}", state.done, state.runs,
                             again_.empty() ? "the same command goes on from here"
                                            : "what was not made again counts as it was"));
  }

  std::unique_ptr<campaign::Executor> make_executor(const std::string& results,
                                                    const campaign::RunLimits& limits) const {
    if (executor_ == Where::local)
      return campaign::make_local_executor(given_jobs_.value_or(1), limits.cores);
    campaign::SlurmSettings settings = slurm_;
    settings.folder = fs::absolute(results + ".slurm").string();
    settings.program = fs::read_symlink("/proc/self/exe").string();
    settings.most_jobs = given_jobs_.value_or(0);
    if (auto words = split_words(sbatch_))
      settings.arguments = *std::move(words);
    else
      throw UsageError("a quote in --sbatch does not end");
    return campaign::make_slurm_executor(settings);
  }

  static void tell_plan(const campaign::Campaign& campaign, campaign::Progress& progress) {
    const campaign::State& state = campaign.state();
    if (state.done > 0)
      progress.say(fmt::format("{} of {} runs are there already", state.done, state.runs));
    if (state.changed > 0)
      progress.say(
          fmt::format("{} are made again, as a file, an option, a limit or a tool is "
                      "another than before",
                      state.changed));
  }

  ExitCode report(const std::string& results) const {
    campaign::Results now = campaign::Store::load(results);
    narrow(now);
    BenchFiles files = files_;
    // Elsewhere there may be nothing in their places.
    for (const std::string& file : now.files)
      if (fs::exists(file)) files.add_read(file, "a file that the set names, or that runs read");
    std::optional<campaign::Results> earlier;
    if (!against_.empty()) earlier = campaign::Store::load(against_);
    const campaign::Results* before = earlier ? &*earlier : nullptr;
    if (!show_.empty()) show_outputs(results, now);
    write_stdout(campaign::summary_text(now, before));
    if (!html_.empty()) write_file(html_, campaign::html_report(now, before));
    if (!markdown_.empty()) write_file(markdown_, campaign::markdown_report(now, before));
    if (!csv_.empty()) write_file(csv_, campaign::csv_report(now));
    tell_of_failures(now);
    if (has_wrong(now)) return ExitCode::violated;
    return now.is_complete() && !is_cut_short_ ? ExitCode::success : ExitCode::unknown;
  }

  /// A configuration of which nothing but errors came is hardly meant so.
  void tell_of_failures(const campaign::Results& results) const {
    for (std::size_t c = 0; c < results.columns.size(); ++c) {
      std::optional<std::string> reason;
      bool all = true;
      for (const auto& row : results.runs) {
        if (!row[c]) continue;
        all = all && row[c]->verdict.status == campaign::Status::error;
        if (!reason) reason = row[c]->verdict.detail;
      }
      if (all && reason && verbosity_ != Verbosity::quiet)
        write_stderr(fmt::format("all runs of {} are errors; the first says: {}\n",
                                 results.columns[c].name, *reason));
    }
  }

  void show_outputs(const std::string& path, const campaign::Results& results) const {
    bool fits = false;
    bool shows = false;
    for (std::size_t t = 0; t < results.tasks.size(); ++t)
      for (std::size_t c = 0; c < results.columns.size(); ++c) {
        const std::string& task = results.tasks[t].name;
        const std::string& column = results.columns[c].name;
        if (!campaign::fits_one({show_}, task)) continue;
        fits = true;
        if (!results.runs[t][c]) continue;
        shows = true;
        write_stdout(fmt::format("== {} by {}: {}\n{}\n", task, column,
                                 results.runs[t][c]->verdict.to_string(),
                                 campaign::Store::output(path, task, column)));
      }
    if (!fits)
      throw UsageError(fmt::format("no task's name fits --show '{}'", show_),
                       fmt::format("names look like '{}'; * stands for any letters",
                                   results.tasks.front().name));
    if (!shows)
      throw UsageError(fmt::format("no run of a task that fits --show '{}' is there yet", show_));
  }

  /// Also where nobody knows which: of answers that contradict each other one is.
  static bool has_wrong(const campaign::Results& results) {
    return !campaign::wrong_answers(results).empty() || !campaign::disputed_tasks(results).empty();
  }

  CLI::App* app_ = nullptr;
  std::string set_;
  std::vector<std::string> only_;
  std::vector<std::string> configurations_;
  std::optional<std::uint32_t> given_jobs_;
  Where executor_ = Where::local;
  campaign::SlurmSettings slurm_;
  std::string sbatch_;
  std::vector<std::string> chunk_;
  std::vector<std::string> again_;
  bool list_ = false;
  bool lists_some_ = false;    ///< runs that are missing
  bool is_cut_short_ = false;  ///< not all runs were made; those of --again may have older results
  campaign::RunLimits limits_;
  std::optional<std::uint32_t> cores_;
  std::string out_;
  std::string html_;
  std::string markdown_;
  std::string csv_;
  std::string against_;
  std::string show_;
  BenchFiles files_;
  Verbosity verbosity_ = Verbosity::normal;
};

}  // namespace

const engine::Choices& bench_executors() { return executor_choices; }

std::unique_ptr<Command> make_bench() { return std::make_unique<BenchCommand>(); }

}  // namespace arges::cli
