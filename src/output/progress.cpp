#include "output/progress.h"

#include <fmt/format.h>

#include "base/limits.h"

namespace arges::output {

namespace {

using namespace std::chrono_literals;

/// So many lines come in any case, later ones at most every `pause`.
constexpr std::uint32_t free_lines = 20;
constexpr auto pause = 200ms;
/// An iteration that takes longer than this shows that it is alive.
constexpr auto heartbeat = 2s;
/// Looking at the clock costs more than making most nodes.
constexpr std::uint32_t nodes_between_looks = 256;
constexpr std::uint32_t lines_between_headers = 40;

std::size_t covered_nodes(const analysis::Arg& arg) {
  std::size_t result = 0;
  for (analysis::NodeId node = 0; node < arg.end(); ++node)
    if (arg.node(node).alive() && arg.node(node).covered_by != analysis::no_node) ++result;
  return result;
}

}  // namespace

void Progress::node_created(const analysis::Arg& arg, analysis::NodeId) {
  if (++nodes_since_look_ < nodes_between_looks) return;
  nodes_since_look_ = 0;
  if (Clock::now() - last_line_ >= heartbeat) line('.', arg);
}

void Progress::iteration_started(const Iteration& iteration) {
  iteration_ = iteration.number;
  precision_ = iteration.precision.size();
}

analysis::Advice Progress::counterexample_found(const Iteration& iteration,
                                                analysis::NodeId target) {
  length_ = iteration.arg.node(target).depth;
  return analysis::Advice::proceed;
}

void Progress::refined(const Iteration& iteration, const analysis::Refutation&) {
  precision_ = iteration.precision.size();
  if (lines_ < free_lines || Clock::now() - last_line_ >= pause) line('r', iteration.arg);
}

void Progress::header() {
  if (lines_ == 0)
    write_("r: refined after a spurious counterexample, .: still building the graph");
  write_(fmt::format("  {:>9} {:>10} {:>10} {:>9} {:>7} {:>9} {:>7}", "iteration", "nodes",
                     "covered", "precision", "length", "seconds", "MB"));
}

void Progress::line(char event, const analysis::Arg& arg) {
  if (lines_ % lines_between_headers == 0) header();
  ++lines_;
  const Clock::time_point now = Clock::now();
  write_(fmt::format("{} {:>9} {:>10} {:>10} {:>9} {:>7} {:>9.2f} {:>7}", event, iteration_,
                     arg.size(), covered_nodes(arg), precision_, length_,
                     std::chrono::duration<double>(now - started_).count(),
                     Limits::resident_megabytes()));
  last_line_ = now;
}

}  // namespace arges::output
