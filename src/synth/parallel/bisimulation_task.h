#pragma once

#include "synth/parallel/base_system.h"
#include "synth/parallel/parallel_system.h"
#include "synth/spec.h"

namespace arges::synth {

/// What a task of weak bisimilarity is to be like (Jasper 2021, Def. 30).
struct BisimulationRequest {
  bool equivalent = true;
  std::size_t actions = 5;
  std::size_t structural = 2;
  std::size_t copies = 1;
  unsigned percent_dropped = 20;
  ParallelShape shape;
};

/// Two compositions, each made of an LTS of its own by contracts and alphabet extensions that may
/// diverge (Theorem 9). Seen by the LTSs' actions they are weakly bisimilar if the LTSs are.
struct BisimulationTask {
  lts::Mts first_base;
  lts::Mts second_base;
  ParallelSystem first;
  ParallelSystem second;
};

/// Makes a task; throws SynthesisError and LimitReached.
BisimulationTask synthesize_bisimulation(const BisimulationRequest& request, std::uint64_t seed,
                                         const Limits* limits = nullptr);

/// What is wrong with a task, or "", by code that did not make it: each composition's derivation
/// step by step, the answer about the LTSs by `lts/equivalence`, and, where the state spaces are
/// small, about the compositions.
std::string bisimulation_error(const BisimulationTask& task, bool equivalent,
                               const Limits* limits = nullptr);

/// Tasks with files by what a specification says.
MakeTask read_bisimulation_task(const output::JsonCursor& spec);

}  // namespace arges::synth
