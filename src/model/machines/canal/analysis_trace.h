#pragma once

#include <memory>

#include "model/machines/question.h"

namespace arges::model::machines::canal {

/// A configuration of the concrete and the corresponding one of the abstract model.
struct Combined {
  Configuration concrete;
  Configuration abstract;
};

/// What a step of an analysis trace does (the tuple b of Section 5.1).
struct Action {
  enum class Kind : std::uint8_t {
    receive,  ///< the message that the trigger wants
    assume,   ///< the guard, or what a question about configurations says
    effect,   ///< SEND, ASSIGN or ASSERT
    go,       ///< to the state
    implicit,
    defer,
  };
  Kind kind = Kind::assume;
  const Trigger* trigger = nullptr;
  const Effect* effect = nullptr;
  ExprId condition = none;  ///< of assume
  StateId state = 0;        ///< of go
};

/// One tuple of an analysis trace: where it is, what it does, in which object, under which F. The
/// configurations behind it are those of the next step; behind the last there are none: there the
/// two models part.
struct AnalysisStep {
  Combined before;
  ObjectId object = 0;
  Action action;
  const Resolution* resolution = nullptr;
};

/// Both models along a spurious counterexample, action by action; the step with the sequence number
/// n is the one at place n - 1.
struct AnalysisTrace {
  std::vector<AnalysisStep> steps;
  const AnalysisStep& step(std::uint32_t number) const { return steps[number - 1]; }
  std::uint32_t length() const { return static_cast<std::uint32_t>(steps.size()); }
};

/// The two models that canal compares; their objects, classes and expressions are the same.
struct Models {
  const Model& model;
  const Execution& concrete;
  const Execution& abstract;
};

/// TRANSFORM (Ojala 2008, Figure 5.1), of a counterexample that is spurious.
AnalysisTrace transform(const Models& models, const Question& question,
                        const Counterexample& counterexample);

}  // namespace arges::model::machines::canal
