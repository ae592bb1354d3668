#include <fstream>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "automata/ltl/parser.h"
#include "automata/translate/translator.h"
#include "support/shared_data.h"

namespace arges::automata {
namespace {

/// States in all, ours and Spot's.
struct Totals {
  std::size_t tgba = 0;
  std::size_t spot_tgba = 0;
  std::size_t buchi = 0;
  std::size_t spot_buchi = 0;
};

// The named sets of the shared formulas, against the figures of Spot 2.12 that lie beside them.
TEST(SharedFormulas, AutomataAreNotLargerThanSpots) {
  std::ifstream file(test::shared_data() / "ltl-formulas" / "sizes.tsv");
  if (!file) GTEST_SKIP() << "the shared data is not here";
  Formulas formulas;
  Translator translator(formulas);
  std::map<std::string, Totals> sets;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::vector<std::string> cells;
    std::stringstream row(line);
    for (std::string cell; std::getline(row, cell, '\t');) cells.push_back(cell);
    if (cells[0].starts_with("scal-")) continue;  // families that grow until every tool gives up
    const SourceText source("sizes.tsv", cells[1]);
    const Translation made =
        translator.translate_both(parse_formula(formulas, source, LtlSyntax::automatic).formula);
    Totals& totals = sets[cells[0]];
    totals.tgba += made.tgba.num_states();
    totals.spot_tgba += std::stoul(cells[2]);
    totals.buchi += made.buchi.num_states();
    totals.spot_buchi += std::stoul(cells[4]);
  }
  EXPECT_EQ(sets.size(), 6U);
  for (const auto& [name, totals] : sets) {
    EXPECT_LE(totals.tgba, totals.spot_tgba) << name;
    EXPECT_LE(totals.buchi, totals.spot_buchi) << name;
  }
}

}  // namespace
}  // namespace arges::automata
