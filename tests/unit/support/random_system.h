#pragma once

#include <memory>

#include "frontend/cfa/cfa_parser.h"
#include "frontend/xsts/xsts_parser.h"
#include "model/cfa/cfa_system.h"
#include "model/xsts/xsts_system.h"
#include "support/random_model.h"

namespace arges::test {

enum class RandomKind { cfa, xsts };

/// A random small model as a System, with all that lives as long.
struct RandomSystem {
  RandomSystem(RandomKind kind, std::uint64_t seed) {
    RandomModel random(seed);
    text = kind == RandomKind::cfa ? random.cfa() : random.xsts();
    const auto source = std::make_shared<const SourceText>("random", text);
    if (kind == RandomKind::cfa) {
      cfa = frontend::parse_cfa(context, source);
      const model::CfaProperty property{{cfa.find_location("ERR").value()}, {}};
      system = model::make_system(context, cfa, property);
      replayer = std::make_unique<model::CfaReplayer>(cfa, property);
    } else {
      xsts = frontend::parse_xsts(context, source);
      const auto points = model::CheckPoints::all;
      system = model::make_system(context, xsts, xsts.property, points);
      replayer = std::make_unique<model::XstsReplayer>(xsts, xsts.property, points);
    }
  }

  ir::Context context;
  std::string text;
  model::Cfa cfa;
  model::Xsts xsts;
  std::unique_ptr<model::ControlGraph> system;
  std::unique_ptr<model::Replayer> replayer;
};

}  // namespace arges::test
