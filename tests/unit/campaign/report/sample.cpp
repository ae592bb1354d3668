#include "campaign/report/sample.h"

#include <array>
#include <cmath>
#include <random>

#include <fmt/format.h>

namespace arges::campaign::testing {

namespace {

constexpr std::array families{"locks", "ssh-simplified", "eca-rers2012", "plc", "loops", "systemc"};

/// Some families are hard for some configurations, as in real campaigns.
RunResult random_run(std::mt19937& random, std::size_t family, std::size_t column, bool answer) {
  const auto chance = [&] { return static_cast<double>(random() % 10'000) / 10'000; };
  const double hardness = static_cast<double>((family * 7 + column * 3) % 10) / 10;
  const double seconds = std::pow(10, -1.7 + 3.3 * chance() * (0.5 + hardness));
  if (seconds > 60) return run(Status::timeout, 60);
  const double other = chance();
  if (other < 0.04) return run(Status::unknown, seconds, "interpolation failed");
  if (other < 0.06) return run(Status::out_of_memory, seconds);
  if (other < 0.08) return run(Status::error, seconds, "exit code 4");
  return run(answer ? Status::holds : Status::violated, seconds);
}

}  // namespace

RunResult run(Status status, double cpu_seconds, const std::string& detail) {
  return {.verdict = {status, detail},
          .cpu_seconds = cpu_seconds,
          .wall_seconds = cpu_seconds + 0.5,
          .memory_kilobytes = 2048,
          .host = "node1"};
}

void add(Results& results, const std::string& name, const std::string& family,
         std::optional<bool> expected, std::vector<std::optional<RunResult>> runs) {
  results.tasks.push_back({name, family, "unreach-call", expected});
  results.runs.push_back(std::move(runs));
}

Results sample() {
  Results results;
  results.name = "small";
  results.limits.cpu_seconds = 60;
  results.limits.memory_megabytes = 1000;
  results.facts = {{"host", "node1"}};
  results.columns = {{"expl", "arges check {model} --domain expl", "1.0"},
                     {"pred", "arges check {model} --domain pred", "1.0"}};
  add(results, "a", "locks", true, {run(Status::holds, 1), run(Status::holds, 4)});
  add(results, "b", "locks", false, {run(Status::violated, 2), run(Status::timeout, 60)});
  add(results, "c", "ssh", false, {run(Status::holds, 3), run(Status::violated, 0.5)});
  add(results, "d", "ssh", true, {run(Status::unknown, 3, "stuck"), run(Status::violated, 7)});
  add(results, "e", "ssh", std::nullopt, {run(Status::holds, 8), run(Status::out_of_memory, 9)});
  add(results, "f", "locks", std::nullopt, {run(Status::error, 0), std::nullopt});
  return results;
}

Results large_sample(std::size_t tasks, std::size_t columns) {
  std::mt19937 random(11);
  Results results;
  results.name = "large";
  results.limits = {.cpu_seconds = 60, .wall_seconds = 120, .memory_megabytes = 4000, .cores = 1};
  results.facts = {{"host", "node1"}, {"started", "2024-05-01 12:00:00"}};
  for (std::size_t i = 0; i < columns; ++i)
    results.columns.push_back({fmt::format("prod2-state-{:02}", i),
                               fmt::format("arges check {{model}} --domain prod2 --limit {}", i),
                               "1.0"});
  for (std::size_t i = 0; i < tasks; ++i) {
    const std::size_t family = i % families.size();
    const bool answer = i % 3 != 0;
    std::vector<std::optional<RunResult>> runs;
    for (std::size_t column = 0; column < columns; ++column)
      runs.emplace_back(random_run(random, family, column, answer));
    if (i % 97 == 5) runs[i % columns].reset();
    if (i % 151 == 7) runs[i % columns] = run(answer ? Status::violated : Status::holds, 3);
    add(results, fmt::format("{}/{}_{:04}.yml", families[family], families[family], i),
        families[family], i % 11 == 0 ? std::nullopt : std::optional(answer), std::move(runs));
  }
  return results;
}

}  // namespace arges::campaign::testing
