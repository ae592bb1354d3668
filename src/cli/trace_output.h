#pragma once

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "base/env.h"
#include "base/error.h"
#include "engine/options.h"
#include "engine/task.h"
#include "engine/traces.h"
#include "output/report/report_origin.h"
#include "output/trace_comparison.h"
#include "output/trace_set.h"

namespace arges::cli {

/// The forms in which `arges traces` prints.
enum class TraceFormat : std::uint8_t { text, json, csv, junit, plantuml, svg, script, c };
/// The values of its `--format`; the numbers are TraceFormats.
const engine::Choices& trace_formats();

/// Where the results of `arges traces` go, and in which form.
class TraceOutput {
 public:
  /// Declares the options, which are kept here.
  void declare(CLI::App& app);
  /// Reads what traces are compared with; the command is what was typed. Throws UsageError for what
  /// can't be written, and InputError, so that a long run is not in vain.
  void prepare(const engine::LoadRequest& model, std::string command);
  /// `violated` where the traces are compared and differ, else `success`.
  ExitCode write(Env& env, const engine::LoadRequest& model, const output::TraceSet& set) const;

 private:
  bool is_folder() const;
  void require_file(const std::string& file, const engine::LoadRequest& model) const;
  void write_all(const output::TraceSet& set, const output::Sink& sink) const;
  void write_each(const output::TraceSet& set) const;
  void write_report(const output::TraceSet& set) const;
  ExitCode write_comparison(const output::TraceComparison& comparison) const;

  TraceFormat format_ = TraceFormat::text;
  std::optional<std::string> path_;
  std::optional<std::string> report_;
  output::ReportOrigin origin_;  ///< of the report
  std::optional<std::string> against_;
  SourcePtr old_source_;
  std::optional<output::RecordedTraces> old_;  ///< what `against_` names, once prepared
};

}  // namespace arges::cli
