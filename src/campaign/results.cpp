#include "campaign/results.h"

#include <algorithm>

namespace arges::campaign {

std::string RunResult::figure(const std::string& name) const {
  const auto found = std::find_if(figures.begin(), figures.end(),
                                  [&](const Figure& figure) { return figure.name == name; });
  return found == figures.end() ? "" : found->value;
}

std::vector<std::string> Results::figure_names() const {
  std::vector<std::string> result;
  for (const auto& row : runs)
    for (const auto& run : row)
      for (const Figure& figure : run ? run->figures : std::vector<Figure>())
        if (std::find(result.begin(), result.end(), figure.name) == result.end())
          result.push_back(figure.name);
  return result;
}

std::size_t Results::missing() const {
  std::size_t result = 0;
  for (std::size_t task = 0; task < tasks.size(); ++task)
    for (std::size_t column = 0; column < columns.size(); ++column)
      if (!runs[task][column] && !left_out.contains({task, column})) ++result;
  return result;
}

namespace {

using Pair = std::pair<std::size_t, std::size_t>;

/// What is left of pairs once those with a number at one place are gone, and later ones move up.
std::set<Pair> without(const std::set<Pair>& pairs, std::size_t Pair::*place, std::size_t number) {
  std::set<Pair> result;
  for (Pair pair : pairs) {
    if (pair.*place == number) continue;
    if (pair.*place > number) --(pair.*place);
    result.insert(pair);
  }
  return result;
}

}  // namespace

void Results::drop_task(std::size_t task) {
  tasks.erase(tasks.begin() + static_cast<std::ptrdiff_t>(task));
  runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(task));
  left_out = without(left_out, &Pair::first, task);
}

void Results::drop_column(std::size_t column) {
  columns.erase(columns.begin() + static_cast<std::ptrdiff_t>(column));
  for (auto& row : runs) row.erase(row.begin() + static_cast<std::ptrdiff_t>(column));
  left_out = without(left_out, &Pair::second, column);
}

}  // namespace arges::campaign
