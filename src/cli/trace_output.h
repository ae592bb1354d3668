#pragma once

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "base/error.h"
#include "engine/options.h"
#include "engine/task.h"
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
  /// Throws UsageError for what can't be written, so that a long run is not in vain.
  void require(const engine::LoadRequest& model) const;
  void write(const output::TraceSet& set) const;

 private:
  bool is_folder() const;
  void require_file(const std::string& file, const engine::LoadRequest& model) const;
  void write_each(const output::TraceSet& set) const;

  TraceFormat format_ = TraceFormat::text;
  std::optional<std::string> path_;
};

}  // namespace arges::cli
