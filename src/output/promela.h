#pragma once

#include <string>

#include "model/machines/question.h"

namespace arges::output {

/// State machines that send each other messages as a model for spin: each object a process, each of
/// its states a label, each event one d_step, so that spin's states are the configurations. What
/// the question forbids, and a full queue, fails an assertion whose name tells what happened; a
/// deadlock is an invalid end state. Other faults end a run.
std::string promela(const model::machines::Model& model, const model::machines::Question& question,
                    const std::string& title);

}  // namespace arges::output
