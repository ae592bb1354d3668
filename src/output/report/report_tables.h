#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/source.h"
#include "base/statistics.h"
#include "output/report/report_graph.h"
#include "output/report/report_origin.h"

namespace arges::output {

/// What the places of a report point into: each text once, in the order in which they are met.
class ReportSources {
 public:
  /// Null for nowhere.
  nlohmann::ordered_json place(SourceLocation location);
  std::size_t number(const SourceText& source);
  /// The same of a file, if it still can be read.
  void add_file(const std::string& path);
  nlohmann::ordered_json take() { return std::move(sources_); }

 private:
  std::map<std::string, std::size_t> numbers_;
  nlohmann::ordered_json sources_ = nlohmann::ordered_json::array();
};

/// The graphs of a report; those that several results have are there once.
class ReportGraphs {
 public:
  explicit ReportGraphs(ReportSources& sources) : sources_(sources) {}

  std::size_t number(const ReportGraph& graph);
  nlohmann::ordered_json take() { return std::move(graphs_); }

 private:
  nlohmann::ordered_json to_json(const ReportGraph& graph);

  ReportSources& sources_;
  std::map<std::string, std::size_t> numbers_;
  nlohmann::ordered_json graphs_ = nlohmann::ordered_json::array();
};

// Names with values, in their order.
nlohmann::ordered_json report_pairs(const std::vector<std::pair<std::string, std::string>>& pairs);
nlohmann::ordered_json report_statistics(const std::vector<Statistics::Entry>& entries);

/// All that a page is given.
nlohmann::ordered_json report_document(const std::string& model, const ReportOrigin& origin,
                                       ReportSources& sources, ReportGraphs& graphs,
                                       nlohmann::ordered_json results);

}  // namespace arges::output
