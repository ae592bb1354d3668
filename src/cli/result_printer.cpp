#include "cli/result_printer.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "cli/files.h"
#include "output/c_harness.h"
#include "output/dot.h"
#include "output/json.h"
#include "output/report/report_page.h"
#include "output/sequence_diagram.h"
#include "output/sequence_svg.h"
#include "output/sv_witness.h"
#include "output/witness.h"

namespace arges::cli {

namespace {

ExitCode exit_code(analysis::Answer answer) {
  switch (answer) {
    case analysis::Answer::holds:
      return ExitCode::success;
    case analysis::Answer::violated:
      return ExitCode::violated;
    case analysis::Answer::unknown:
      break;
  }
  return ExitCode::unknown;
}

std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace

void ResultPrinter::expect(std::vector<std::string> properties) {
  const std::lock_guard lock(mutex_);
  expected_ = std::move(properties);
}

void ResultPrinter::add(std::size_t property, output::PropertyResult result) {
  const std::lock_guard lock(mutex_);
  add_locked(property, std::move(result));
}

void ResultPrinter::give_up(const std::string& reason, std::vector<Statistics::Entry> statistics) {
  const std::lock_guard lock(mutex_);
  give_up_locked(reason, std::move(statistics));
}

ExitCode ResultPrinter::finish() {
  const std::lock_guard lock(mutex_);
  return finish_locked();
}

void ResultPrinter::abandon(StopReason reason, const Statistics& statistics) {
  const std::lock_guard lock(mutex_);
  ExitCode code = ExitCode::unknown;
  try {
    // The hanging thread may count on meanwhile: figures may be a little off.
    give_up_locked(to_string(reason), statistics.entries());
    code = finish_locked();
  } catch (const std::exception&) {
    // Nobody is left to tell.
  }
  _exit(static_cast<int>(code));
}

void ResultPrinter::add_locked(std::size_t property, output::PropertyResult result) {
  code_ = worse(code_, exit_code(result.verdict.answer));
  if (result.verdict.answer == analysis::Answer::unknown)
    result.advice = result.leaves_model ? advice_on_leaving(settings_, result.verdict.reason)
                                        : advice(settings_, result.verdict.reason);
  waiting_.emplace(property, std::move(result));
  for (auto next = waiting_.find(results_.results.size()); next != waiting_.end();
       next = waiting_.find(results_.results.size())) {
    if (sinks_.format == Format::text) print(next->second);
    results_.results.push_back(std::move(next->second));
    waiting_.erase(next);
  }
}

/// Of many properties of one kind, those that are as they should be are only counted.
void ResultPrinter::print(const output::PropertyResult& result) {
  const bool continues =
      result.subject.group == group_ &&
      (group_.empty() || result.subject.hope == results_.results.back().subject.hope);
  if (!continues) {
    summarise();
    group_ = result.subject.group;
    group_first_ = results_.results.size();
  }
  const bool is_counted = !group_.empty() && result.verdict.answer == analysis::Answer::holds &&
                          sinks_.text.concerns == output::ConcernDetail::none &&
                          sinks_.text.states == output::StateDetail::changed &&
                          sinks_.text.statistics == output::StatisticsDetail::none;
  if (!is_counted) write_stdout(output::render_text(results_.model, result, sinks_.text));
}

/// How many of a group's properties hold; what is not known is neither held nor violated.
void ResultPrinter::summarise() {
  if (group_.empty()) return;
  const auto begin = results_.results.begin() + static_cast<std::ptrdiff_t>(group_first_);
  const auto count = [&](analysis::Answer answer) {
    return std::count_if(begin, results_.results.end(),
                         [answer](const auto& result) { return result.verdict.answer == answer; });
  };
  const auto unknown = count(analysis::Answer::unknown);
  write_stdout(fmt::format("{}: {} of {} {} {}{}\n", results_.model, count(analysis::Answer::holds),
                           results_.results.end() - begin, group_, begin->subject.hope,
                           unknown > 0 ? fmt::format(", {} unknown", unknown) : ""));
  group_.clear();
}

void ResultPrinter::give_up_locked(const std::string& reason,
                                   std::vector<Statistics::Entry> statistics) {
  for (std::size_t i = results_.results.size(); i < expected_.size(); ++i) {
    if (i < results_.results.size() || waiting_.contains(i)) continue;
    output::PropertyResult result;
    result.property = expected_[i];
    result.verdict.reason = reason;
    result.certificate.reason = reason;
    result.statistics = std::exchange(statistics, {});
    result.configuration = engine::describe(settings_.configuration, settings_.kind);
    result.precision = "// not known: the run ended before it could tell\n";
    add_locked(i, std::move(result));
  }
}

ExitCode ResultPrinter::finish_locked() {
  if (std::exchange(finished_, true)) return code_;
  if (sinks_.format == Format::text) summarise();
  if (sinks_.format == Format::json)
    write_stdout(output::dump(output::to_json(results_, sinks_.text.states)));
  if (sinks_.witness_file) write_witnesses(*sinks_.witness_file);
  if (sinks_.dot_file) write_file(*sinks_.dot_file, output::render_dot(results_));
  if (sinks_.precision_file) write_precision(*sinks_.precision_file);
  if (sinks_.harness_file) write_harness(*sinks_.harness_file);
  if (sinks_.diagram_file) write_diagrams(*sinks_.diagram_file);
  if (sinks_.report_file)
    write_file(*sinks_.report_file,
               output::report_page(output::report_data(results_, sinks_.origin)));
  return code_;
}

/// Our own, and beside it, if the model is a C program, SV-COMP's of the first property that is
/// decided. A file that is called as those are is that one.
void ResultPrinter::write_witnesses(const std::string& file) const {
  const auto decided =
      std::find_if(results_.results.begin(), results_.results.end(), output::has_sv_witness);
  const bool has_other_format = decided != results_.results.end();
  const auto beside = std::filesystem::path(file).replace_extension(".yml");
  if (has_other_format) write_file(beside, output::write_sv_witness(*decided));
  if (!has_other_format || beside != file) write_file(file, output::write_witness(results_));
}

/// One for every property that is violated; those after the first are numbered. Without any
/// nothing is written.
void ResultPrinter::write_harness(const std::string& file) const {
  std::size_t count = 0;
  for (const output::PropertyResult& result : results_.results) {
    if (!result.verdict.counterexample || result.program == nullptr || result.is_temporal) continue;
    const std::filesystem::path first = file;
    std::filesystem::path path = first;
    if (++count > 1)
      path.replace_filename(
          fmt::format("{}-{}{}", first.stem().string(), count, first.extension().string()));
    write_file(path,
               output::c_harness(*result.program, *result.verdict.counterexample, result.property));
  }
}

/// One after another, of all properties that a run was found for; as a drawing if the file is
/// called as one.
void ResultPrinter::write_diagrams(const std::string& file) const {
  std::vector<output::SequenceDiagram> diagrams;
  for (const output::PropertyResult& result : results_.results) {
    const bool has_words = result.chart != nullptr || result.machines != nullptr;
    if (!result.verdict.counterexample || !has_words) continue;
    output::RunSubject subject;
    subject.system = result.system;
    subject.chart = result.chart;
    subject.machines = result.machines;
    diagrams.push_back(output::make_sequence_diagram(on_one_line(result.property), subject,
                                                     *result.verdict.counterexample));
  }
  if (std::filesystem::path(file).extension() == ".svg")
    return write_file(file, output::svg_of(results_.model, diagrams));
  std::string text;
  for (const output::SequenceDiagram& diagram : diagrams) text += output::to_plantuml(diagram);
  write_file(file, text);
}

void ResultPrinter::write_precision(const std::string& file) const {
  std::string text =
      "// For --init-prec. Conditions are written with =, /=, and, or, not, mod, as in a .cfa.\n";
  for (const output::PropertyResult& result : results_.results)
    text += fmt::format("// {}\n{}", on_one_line(result.property), result.precision);
  write_file(file, text);
}

}  // namespace arges::cli
