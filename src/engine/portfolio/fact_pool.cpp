#include "engine/portfolio/fact_pool.h"

#include <algorithm>
#include <set>

namespace arges::engine {

namespace {

/// Predicates beyond that cost CEGAR more than they save.
constexpr std::size_t most_invariants = 16;
constexpr std::size_t most_inherited = 64;
constexpr std::size_t most_candidates = 256;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> result;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    if (end > start) result.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return result;
}

/// Lines, each once, in the order in which they came.
class Collection {
 public:
  void add(const std::vector<std::string>& lines, std::size_t most) {
    for (std::size_t i = 0; i < std::min(lines.size(), most); ++i)
      if (seen_.insert(lines[i]).second) text_ += lines[i] + "\n";
  }
  std::string take() { return std::move(text_); }

 private:
  std::set<std::string> seen_;
  std::string text_;
};

}  // namespace

FactPool::FactPool(std::span<const Member> members) : learnt_(members.size()) {
  for (const Member& member : members) engines_.push_back(member.configuration.engine);
}

void FactPool::add(std::size_t member, const std::string& facts, Turn turn) {
  Lines lines = lines_of(facts);
  if (lines.empty()) return;
  if (turn == Turn::last && engine_of(member) == EngineKind::cegar) left_behind_ = lines;
  learnt_[member] = std::move(lines);
}

std::string FactPool::facts_for(std::size_t member) const {
  Collection result;
  const bool is_bmc = engine_of(member) == EngineKind::bmc;
  if (engine_of(member) == EngineKind::explicit_states) return "";
  result.add(learnt_[member], learnt_[member].size());
  if (!is_bmc && learnt_[member].empty()) result.add(left_behind_, most_inherited);
  for (std::size_t other = 0; other < learnt_.size(); ++other) {
    if (is_bmc && engine_of(other) == EngineKind::cegar)
      result.add(learnt_[other], most_candidates);
    if (!is_bmc && engine_of(other) == EngineKind::bmc) result.add(learnt_[other], most_invariants);
  }
  return result.take();
}

}  // namespace arges::engine
