#include "analysis/monitor/growth.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <numeric>

#include <fmt/format.h>

namespace arges::analysis {

namespace {

/// From one window of iterations to the next: 15 % an iteration.
constexpr double worrying_factor = 2;
/// Below these, nobody waits.
constexpr double least_seconds = 0.1;
constexpr double least_nodes = 1000;
/// One iteration against all before it.
constexpr double least_seconds_at_once = 5;
constexpr std::size_t least_nodes_at_once = 50000;
constexpr std::size_t at_once_factor = 10;
/// Small models need a few predicates of one shape.
constexpr std::size_t worrying_predicates = 8;

double wall_clock() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool is_part_of_a_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '@' ||
         c == '!' || c == '\'';
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// A predicate's text with an underscore for every number. On the text, because an observer must
/// not make expressions: the order of solver queries depends on theirs.
std::string shape(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const bool negative = text[i] == '-' && i + 1 < text.size() && is_digit(text[i + 1]);
    const bool number = negative || is_digit(text[i]);
    if (number && (result.empty() || !is_part_of_a_name(result.back()))) {
      ++i;
      while (i < text.size() && is_digit(text[i])) ++i;
      result += '_';
    } else {
      result += text[i++];
    }
  }
  return result;
}

}  // namespace

double Trend::average(std::size_t from) const {
  const auto start = values_.begin() + static_cast<std::ptrdiff_t>(from);
  return std::accumulate(start, start + window, 0.0) / window;
}

IterationTimeMonitor::IterationTimeMonitor(Clock clock)
    : clock_(std::move(clock)), run_started_(clock_()), iteration_started_(run_started_) {}

IterationTimeMonitor::IterationTimeMonitor() : IterationTimeMonitor(wall_clock) {}

void IterationTimeMonitor::iteration_started(const Iteration& iteration) {
  const double now = clock_();
  if (iteration_ > 0) trend_.add(now - iteration_started_);
  iteration_ = iteration.number;
  iteration_started_ = now;
}

std::optional<std::string> IterationTimeMonitor::concern() const {
  const double running = clock_() - iteration_started_;
  const double before = iteration_started_ - run_started_;
  if (iteration_ > 1 && running >= least_seconds_at_once && running > at_once_factor * before)
    return fmt::format("iteration {} has taken {:.1f} s by now, all before it {:.1f} s together",
                       iteration_, running, before);
  if (!trend_.is_known() || trend_.last() < least_seconds ||
      trend_.last() < worrying_factor * trend_.before())
    return std::nullopt;
  return fmt::format(
      "iterations take longer and longer: the last {} took {:.2f} s each, the {} before them "
      "{:.2f} "
      "s",
      Trend::window, trend_.last(), Trend::window, trend_.before());
}

void GraphGrowthMonitor::node_created(const Arg& arg, NodeId) {
  nodes_ = std::max(nodes_, arg.size());
}

void GraphGrowthMonitor::iteration_started(const Iteration& iteration) {
  if (iteration.number > 1) {
    trend_.add(static_cast<double>(nodes_));
    most_before_ = std::max(most_before_, nodes_);
  }
  nodes_ = iteration.arg.size();
}

std::optional<std::string> GraphGrowthMonitor::concern() const {
  if (nodes_ >= least_nodes_at_once && nodes_ >= at_once_factor * most_before_)
    return fmt::format("the graph has {} nodes by now, and had at most {} in any iteration before",
                       nodes_, most_before_);
  if (!trend_.is_known() || trend_.last() < least_nodes ||
      trend_.last() < worrying_factor * trend_.before())
    return std::nullopt;
  return fmt::format(
      "the graph gets larger and larger: {:.0f} nodes in the last {} iterations, {:.0f} in the {} "
      "before them, on average",
      trend_.last(), Trend::window, trend_.before(), Trend::window);
}

void PredicateShapeMonitor::refined(const Iteration& iteration, const Refutation&) {
  for (const auto& [control, facts] : iteration.precision.scopes()) {
    std::size_t& seen = seen_[control];
    for (; seen < facts.predicates().size(); ++seen) count(facts.predicates()[seen]);
  }
}

void PredicateShapeMonitor::count(ir::Expr predicate) {
  if (!counted_.insert(predicate).second) return;
  const std::string its_shape = shape(predicate.to_string());
  const std::size_t count = ++shapes_[its_shape];
  if (count <= most_ && its_shape != most_frequent_) return;
  most_ = count;
  most_frequent_ = its_shape;
  last_ = predicate;
}

std::optional<std::string> PredicateShapeMonitor::concern() const {
  if (most_ < worrying_predicates) return std::nullopt;
  return fmt::format(
      "{} predicates differ only in their numbers ({}, the last one {}): a loop may be unrolled "
      "round by round",
      most_, most_frequent_, last_.to_string());
}

}  // namespace arges::analysis
