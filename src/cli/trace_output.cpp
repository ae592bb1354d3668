#include "cli/trace_output.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "cli/common_options.h"
#include "cli/files.h"
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
     engine::statechart_models},
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
}

bool TraceOutput::is_folder() const {
  return format_ == TraceFormat::plantuml || format_ == TraceFormat::script;
}

void TraceOutput::require(const engine::LoadRequest& model) const {
  const engine::Choice& choice = choice_of(format_);
  const engine::ModelKind kind = engine::model_kind(model.path, model.input_format);
  if ((choice.models & engine::only(kind)) == 0)
    throw UsageError(fmt::format("--format {} is not for such models: {}", choice.name,
                                 format_ == TraceFormat::script
                                     ? "arges simulate runs statecharts"
                                     : "a control flow automaton has no inputs to send"),
                     "use --format json or csv");
  if (!path_) return;
  if (is_folder())
    require_folder(*path_);
  else
    require_file(*path_, model);
}

/// An output file must be writable, and not the model.
void TraceOutput::require_file(const std::string& file, const engine::LoadRequest& model) const {
  std::error_code error;
  if (std::filesystem::equivalent(file, model.path, error))
    throw UsageError(fmt::format("'{}' is the model itself and would be overwritten", file));
  require_writable(file);
}

void TraceOutput::write(const output::TraceSet& set) const {
  if (is_folder() && path_) return write_each(set);
  OutputStream stream(path_);
  const output::Sink sink = [&](std::string_view text) { stream.write(text); };
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
  stream.close();
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
