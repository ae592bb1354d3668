#pragma once

// The library would set the processor's rounding mode for intervals of floating point, which are
// not used here.
#define PPL_NO_AUTOMATIC_INITIALIZATION
#include <ppl.hh>

namespace arges::analysis::polyhedra {

/// The library's own set-up, once, without its effect on rounding.
void initialize();

/// A computation with polyhedra took more effort than it was given.
class TooExpensive : public Parma_Polyhedra_Library::Throwable {
 public:
  void throw_me() const override { throw TooExpensive(*this); }
  static int priority() { return 0; }
};

/// Ends a computation of the library by TooExpensive, after some tenths of a second; the same on
/// every run.
class EffortLimit {
 public:
  EffortLimit();
  EffortLimit(const EffortLimit&) = delete;
  EffortLimit& operator=(const EffortLimit&) = delete;
  ~EffortLimit() { Parma_Polyhedra_Library::abandon_expensive_computations = nullptr; }

 private:
  TooExpensive exceeded_;
  Parma_Polyhedra_Library::Threshold_Watcher<Parma_Polyhedra_Library::Weightwatch_Traits> watcher_;
};

}  // namespace arges::analysis::polyhedra
