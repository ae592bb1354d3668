#pragma once

#include <cstdint>

#include "analysis/precision/precision.h"

namespace arges::engine {

enum class ModelKind : std::uint8_t { cfa, xsts };

enum class EngineKind : std::uint8_t { cegar };
enum class DomainKind : std::uint8_t { explicit_values };
enum class RefinementKind : std::uint8_t { sequence_interpolants, unsat_core };
enum class SearchOrder : std::uint8_t { bfs, dfs, err };
enum class PruneKind : std::uint8_t { lazy, full };
enum class InitialPrecision : std::uint8_t { empty, all_variables };
enum class CheckAt : std::uint8_t { all, stable };

/// Every choice a user can make about how a property is checked; plain data. The axes and their
/// values are described, parsed and listed by the tables of options.h.
struct Configuration {
  EngineKind engine = EngineKind::cegar;
  DomainKind domain = DomainKind::explicit_values;
  RefinementKind refinement = RefinementKind::sequence_interpolants;
  SearchOrder search = SearchOrder::bfs;
  PruneKind prune = PruneKind::lazy;
  analysis::Granularity precision = analysis::Granularity::global;
  InitialPrecision init_prec = InitialPrecision::empty;
  CheckAt check_at = CheckAt::all;
  std::uint32_t max_enum = 10;  ///< 0 = no limit

  bool operator==(const Configuration&) const = default;
};

}  // namespace arges::engine
