#pragma once

#include "synth/parallel/base_system.h"
#include "synth/parallel/ctl_properties.h"
#include "synth/parallel/parallel_system.h"
#include "synth/spec.h"

namespace arges::synth {

/// What a parallel task is to be like.
struct ParallelRequest {
  std::size_t actions = 5;  ///< of the system that is decomposed
  Verdict verdict = Verdict::satisfied;
  std::vector<Pattern> patterns;  ///< of the property; none: all
  std::vector<Scope> scopes;
  std::optional<DepthInterval> depth;  ///< of a violation, in the system that is decomposed
  std::size_t structural = 1;          ///< properties that shape the system
  std::size_t copies = 1;
  std::size_t more_ltl = 3;  ///< further properties with known answers
  std::size_t more_ctl = 0;
  ModalityShape modality;
  ParallelShape shape;
};

/// A property of linear temporal logic with its answer.
struct AnsweredProperty {
  Property property;
  bool holds;
  bool is_sensitive = false;  ///< every component was shown to matter
};

/// A composition and properties of it with known answers; every component matters to the first.
struct ParallelTask {
  VocabularyPtr vocabulary;
  lts::Mts base;  ///< what was decomposed
  std::vector<AnsweredProperty> ltl;
  std::vector<CtlProperty> ctl;
  ParallelSystem system;
  std::optional<lts::ActionId> handle = {};  ///< violated: no violation is without it
};

/// Makes a task; all promises are checked. Throws SynthesisError if after several attempts there is
/// none, and LimitReached.
ParallelTask synthesize_parallel(const ParallelRequest& request, std::uint64_t seed,
                                 const Limits* limits = nullptr);

/// Tasks with files by what a specification says: components in DOT, Promela, PNML and Aldebaran's
/// format, formulas, and what is known.
MakeTask read_parallel_task(const output::JsonCursor& spec);

}  // namespace arges::synth
