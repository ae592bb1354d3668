#include "cli/trace_output.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/common_options.h"
#include "cli/files.h"
#include "engine/trace_replay.h"
#include "output/coverage_report.h"
#include "output/report/report_page.h"
#include "output/report/trace_report.h"
#include "output/trace_formats.h"

namespace arges::cli {

namespace {

constexpr std::uint32_t number(TraceFormat format) { return static_cast<std::uint32_t>(format); }

constexpr engine::Choice formats[] = {
    {"text", "lines for people", "to look at traces, and at what they cover",
     number(TraceFormat::text)},
    {"json", "one JSON object", "for other programs, and to be kept for --against",
     number(TraceFormat::json)},
    {"csv", "a table, a line a step", "for spreadsheets and data analysis",
     number(TraceFormat::csv)},
    {"junit", "JUnit's XML: a test case a trace, and one a coverage goal",
     "for continuous integration servers, which then show what is not covered",
     number(TraceFormat::junit)},
    {"plantuml", "a sequence diagram a trace", "for documents that PlantUML draws",
     number(TraceFormat::plantuml)},
    {"svg", "a drawing of all traces", "to look at in a browser, without any other program",
     number(TraceFormat::svg)},
    {"script", "a script of inputs a trace", "to run traces with arges simulate",
     number(TraceFormat::script), engine::Capability::none, engine::Capability::none,
     engine::statechart_models | engine::only(engine::ModelKind::machines)},
    {"c", "a test driver in C; of a C program, a file that makes it run as the traces do",
     "to test an implementation of the model", number(TraceFormat::c), engine::Capability::none,
     engine::Capability::none, ~engine::only(engine::ModelKind::cfa)},
};
constexpr engine::Choices format_choices{"format", "how the traces are written", formats};

const engine::Choice& choice_of(TraceFormat format) {
  return *std::find_if(std::begin(formats), std::end(formats), [&](const engine::Choice& choice) {
    return choice.number == number(format);
  });
}

using ReportWriter = void (*)(const output::TraceSet&, const output::ReportOrigin&,
                              const output::Sink&);

/// Who writes a report into such a file; throws UsageError.
ReportWriter report_writer(const std::string& file) {
  std::string ending = std::filesystem::path(file).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  using output::ReportOrigin;
  using output::Sink;
  using output::TraceSet;
  if (ending == ".md")
    return [](const TraceSet& set, const ReportOrigin&, const Sink& sink) {
      output::write_coverage_markdown(set, sink);
    };
  if (ending == ".csv")
    return [](const TraceSet& set, const ReportOrigin&, const Sink& sink) {
      output::write_coverage_csv(set, sink);
    };
  if (ending == ".html" || ending == ".htm")
    return [](const TraceSet& set, const ReportOrigin& origin, const Sink& sink) {
      sink(output::report_page(output::trace_report_data(set, origin)));
    };
  throw UsageError(fmt::format("--report can't tell from '{}' how to write the report", file),
                   "end the name with .md, .html or .csv");
}

/// The name of a trace's file, such that names sort as the traces do.
std::string file_name(std::size_t trace, std::size_t count, std::string_view ending) {
  return fmt::format("trace-{:0{}}.{}", trace + 1,
                     std::max<std::size_t>(3, std::to_string(count).size()), ending);
}

void make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directory(path, error);
  if (error) throw UsageError(fmt::format("cannot make folder '{}': {}", path, error.message()));
}

}  // namespace

const engine::Choices& trace_formats() { return format_choices; }

void TraceOutput::declare(CLI::App& app) {
  app.add_option_function<std::string>(
         "--format",
         [this](const std::string& text) {
           format_ = static_cast<TraceFormat>(engine::choose(trace_formats(), text).number);
         },
         std::string(trace_formats().help))
      ->type_name("FORMAT")
      ->default_str("text")
      ->group(output_group);
  app.add_option("-o,--output", path_,
                 "the file to write, of plantuml and script the folder; the standard output unless "
                 "given")
      ->type_name("PATH")
      ->group(output_group);
  app.add_option("--report", report_,
                 "write which trace covers what there, and why the rest is not covered, as the "
                 "ending says: .md or .csv, or .html for a page that also shows the traces beside "
                 "the model")
      ->type_name("FILE")
      ->group(output_group);
  app.add_option("--against", against_,
                 "compare with the traces of an earlier version of the model, which --format json "
                 "wrote: what is new, gone and changed; exit code 10 if anything is")
      ->type_name("FILE")
      ->group(output_group);
}

bool TraceOutput::is_folder() const {
  return format_ == TraceFormat::plantuml || format_ == TraceFormat::script;
}

void TraceOutput::prepare(const engine::LoadRequest& model, std::string command) {
  origin_ = {std::move(command), model.path};
  const engine::Choice& choice = choice_of(format_);
  const engine::ModelKind kind = engine::model_kind(model.path, model.input_format);
  if ((choice.models & engine::only(kind)) == 0)
    throw UsageError(
        fmt::format("--format {} is not for such models: {}", choice.name,
                    format_ == TraceFormat::script
                        ? "arges simulate runs statecharts and state machines with messages"
                        : "a control flow automaton has no inputs to send"),
        "use --format json or csv");
  if (path_ && is_folder()) require_folder(*path_);
  if (path_ && !is_folder()) require_file(*path_, model);
  if (report_) {
    report_writer(*report_);
    require_file(*report_, model);
    if (path_ == report_) throw UsageError("--report and --output name the same file");
  }
  if (!against_) return;
  if (format_ != TraceFormat::text && format_ != TraceFormat::json)
    throw UsageError(fmt::format("--against is told as text or JSON, not as {}", choice.name),
                     "leave --format out, or use --format json");
  old_source_ = read_source(*against_);
  old_ = output::read_recorded(*old_source_);
}

/// An output file must be writable, and none of the inputs.
void TraceOutput::require_file(const std::string& file, const engine::LoadRequest& model) const {
  std::error_code error;
  if (std::filesystem::equivalent(file, model.path, error))
    throw UsageError(fmt::format("'{}' is the model itself and would be overwritten", file));
  if (against_ && std::filesystem::equivalent(file, *against_, error))
    throw UsageError(fmt::format("'{}' is what --against reads and would be overwritten", file));
  require_writable(file);
}

ExitCode TraceOutput::write(Env& env, const engine::LoadRequest& model,
                            const output::TraceSet& set) const {
  if (report_) write_report(set);
  if (old_) return write_comparison(with_replays(env, model, *old_, compare(*old_, set)));
  if (is_folder() && path_) {
    write_each(set);
    return ExitCode::success;
  }
  OutputStream stream(path_);
  write_all(set, [&](std::string_view text) { stream.write(text); });
  stream.close();
  return ExitCode::success;
}

void TraceOutput::write_report(const output::TraceSet& set) const {
  OutputStream stream(report_);
  report_writer (*report_)(set, origin_, [&](std::string_view text) { stream.write(text); });
  stream.close();
}

ExitCode TraceOutput::write_comparison(const output::TraceComparison& comparison) const {
  OutputStream stream(path_);
  const output::Sink sink = [&](std::string_view text) { stream.write(text); };
  if (format_ == TraceFormat::json)
    write_json(comparison, sink);
  else
    write_text(comparison, sink);
  stream.close();
  return comparison.is_same() ? ExitCode::success : ExitCode::violated;
}

void TraceOutput::write_all(const output::TraceSet& set, const output::Sink& sink) const {
  switch (format_) {
    case TraceFormat::text:
      write_text(set, sink);
      break;
    case TraceFormat::json:
      write_json(set, sink);
      break;
    case TraceFormat::csv:
      write_csv(set, sink);
      break;
    case TraceFormat::junit:
      write_junit(set, sink);
      break;
    case TraceFormat::svg:
      write_svg(set, sink);
      break;
    case TraceFormat::c:
      write_c(set, sink);
      break;
    case TraceFormat::plantuml:
      for (std::size_t i = 0; i < set.size; ++i) sink(plantuml_of(set, i));
      break;
    case TraceFormat::script:
      for (std::size_t i = 0; i < set.size; ++i) sink((i > 0 ? "---\n" : "") + script_of(set, i));
      break;
  }
}

/// A file a trace.
void TraceOutput::write_each(const output::TraceSet& set) const {
  make_folder(*path_);
  const bool is_script = format_ == TraceFormat::script;
  for (std::size_t i = 0; i < set.size; ++i) {
    const auto file =
        std::filesystem::path(*path_) / file_name(i, set.size, is_script ? "script" : "puml");
    write_file(file.string(), is_script ? script_of(set, i) : plantuml_of(set, i));
  }
}

}  // namespace arges::cli
