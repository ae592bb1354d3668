#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/monitor/monitor.h"
#include "output/report/refinement_history.h"

namespace arges::engine {

/// Writes down what a refinement does, for reports: the graph of every iteration as it is when its
/// counterexample is found, and what is learnt.
class HistoryRecorder : public analysis::Monitor {
 public:
  /// Both must outlive it.
  HistoryRecorder(const analysis::System& system, const analysis::Domain& domain)
      : system_(system), domain_(domain) {}

  void iteration_started(const Iteration& iteration) override;
  analysis::Advice counterexample_found(const Iteration& iteration,
                                        analysis::NodeId target) override;
  void refined(const Iteration& iteration, const analysis::Refutation& refutation) override;
  analysis::Advice taught_nothing(const Iteration& iteration, analysis::NodeId target) override;

  /// The history, once the run has ended with this graph.
  output::RefinementHistory finish(const analysis::Arg& arg, const analysis::Precision& precision,
                                   output::RefinementHistory::Outcome outcome);

 private:
  using History = output::RefinementHistory;

  void take_graph(const analysis::Arg& arg);
  void bury_missing(const std::vector<std::uint32_t>& seen);
  std::uint32_t row_of(const analysis::Arg& arg, analysis::NodeId node);
  void take_covers(const analysis::Arg& arg);
  void note_precision(const analysis::Precision& precision);
  std::uint32_t text(std::string text);
  std::uint32_t control_text(analysis::Control control);
  std::uint32_t state_text(analysis::StateId state);
  History::Iteration& now() { return history_.iterations.back(); }

  const analysis::System& system_;
  const analysis::Domain& domain_;
  History history_;
  bool has_graph_ = false;                                 ///< of this iteration
  std::size_t looked_at_ = 0;                              ///< nodes, in all graphs
  std::unordered_map<std::uint32_t, std::uint32_t> rows_;  ///< serial of a node → row
  std::vector<std::uint32_t> alive_;                       ///< rows of the last graph
  std::vector<std::uint32_t> last_seen_;                   ///< row → iteration
  std::map<std::uint32_t, std::size_t> open_covers_;       ///< row → its cover
  std::unordered_map<std::string, std::uint32_t> texts_;
  std::unordered_map<analysis::Control, std::uint32_t> control_texts_;
  std::unordered_map<analysis::StateId, std::uint32_t> state_texts_;
  std::set<std::pair<analysis::Control, ir::Var>> variables_;
  std::set<std::pair<analysis::Control, std::string>> predicates_;
};

}  // namespace arges::engine
