#pragma once

#include <string>
#include <vector>

#include "output/statechart_trace.h"

namespace arges::output {

// What happens within the steps of a run, and their states do not tell.

/// Whether a state tells what the step to it sent: what cycles raise are signals, each of which is
/// there or not. Messages come one after another, and what a turn raises is there until the next
/// turn of the same component.
bool states_tell_outputs(const model::statechart::System& system);

/// "assertion x > 0 fails".
std::string failure_text(const model::statechart::Machine& machine, std::uint32_t assertion);

/// Whether an assertion has failed until then.
bool has_failed_assertion(const model::statechart::Layout& layout, const ir::Valuation& state);

/// The run with all messages in their order, and with every failure of an assertion.
ChartTrace with_occurrences(const model::statechart::Lowering& chart,
                            const analysis::ConcreteTrace& run, ChartTrace told);

/// The names of the transitions that fired in each step that was told, by executing the run once
/// more; less where that is no longer possible. A loop's last step that ends behind its beginning
/// has none.
std::vector<std::vector<std::string>> fired_in(const model::statechart::Lowering& chart,
                                               const analysis::ConcreteTrace& run,
                                               const ChartTrace& told);

}  // namespace arges::output
