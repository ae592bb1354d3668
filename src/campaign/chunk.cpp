#include "campaign/chunk.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "base/error.h"
#include "base/source.h"

namespace arges::campaign {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* result_ending = ".results";

std::string chunk_path(const std::string& folder, std::uint32_t chunk) {
  return fmt::format("{}/chunk-{:05}.json", folder, chunk);
}

Json to_json(const RunLimits& limits) {
  Json result{{"cores", limits.cores}};
  if (limits.cpu_seconds) result["cpu"] = *limits.cpu_seconds;
  if (limits.wall_seconds) result["wall"] = *limits.wall_seconds;
  if (limits.memory_megabytes) result["memory"] = *limits.memory_megabytes;
  if (limits.grace_seconds) result["grace"] = *limits.grace_seconds;
  return result;
}

RunLimits limits_of(const Json& at) {
  RunLimits result;
  at.at("cores").get_to(result.cores);
  if (at.contains("cpu")) result.cpu_seconds = at["cpu"].get<double>();
  if (at.contains("wall")) result.wall_seconds = at["wall"].get<double>();
  if (at.contains("grace")) result.grace_seconds = at["grace"].get<double>();
  if (at.contains("memory")) result.memory_megabytes = at["memory"].get<std::uint64_t>();
  return result;
}

/// All of a text, to the disk.
void write_whole(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0)
      throw UsageError(
          fmt::format("a result can't be written: {}", std::generic_category().message(errno)));
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  fsync(file);
}

}  // namespace

void ChunkFolder::write(std::uint32_t chunk, const std::vector<Job>& jobs) const {
  Json list = Json::array();
  for (const Job& job : jobs) {
    Json inputs = Json::array();
    for (const InputFile& file : job.files)
      inputs.push_back({fs::absolute(file.path).string(), file.digest});
    list.push_back({{"key", job.key},
                    {"command", job.request.command},
                    {"folder", job.request.folder},
                    {"limits", to_json(job.request.limits)},
                    {"environment", job.request.environment},
                    {"keep", job.request.kept.patterns},
                    {"kept in", job.request.kept.folder},
                    {"inputs", inputs}});
  }
  std::ofstream file(chunk_path(path_, chunk));
  file << list.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (!file.flush()) throw UsageError(fmt::format("'{}' can't be written to", path_));
}

std::vector<Job> ChunkFolder::read(std::uint32_t chunk) const {
  std::vector<Job> result;
  for (const Json& job : Json::parse(read_source(chunk_path(path_, chunk))->text())) {
    std::vector<InputFile> files;
    for (const Json& file : job.value("inputs", Json::array()))
      files.push_back({file.at(0), file.at(1)});
    result.push_back({result.size(),
                      {job.at("command"),
                       job.at("folder"),
                       "",
                       limits_of(job.at("limits")),
                       {},
                       job.at("environment"),
                       {job.at("keep"), job.at("kept in")}},
                      job.at("key"),
                      std::move(files)});
  }
  return result;
}

std::vector<ChunkFolder::Result> ChunkFolder::new_results() {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(path_, error))
    if (entry.path().extension() == result_ending) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<Result> result;
  for (const fs::path& path : files) {
    std::streamoff& known = read_[path];
    std::ifstream file(path, std::ios::binary);
    file.seekg(known);
    for (std::string line; std::getline(file, line) && !file.eof();) {
      known += static_cast<std::streamoff>(line.size()) + 1;
      const Json document = Json::parse(line);
      result.push_back({document.at("key"),
                        Outcome::of_json(document.at("outcome")),
                        {document.at("host"), document.at("machine")}});
    }
  }
  return result;
}

ResultFile::ResultFile(const std::string& folder, std::uint32_t chunk) {
  const std::string path = fmt::format("{}/chunk-{:05}-{}-{}{}", folder, chunk, this_machine().name,
                                       getpid(), result_ending);
  file_ = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file_ < 0) throw UsageError(fmt::format("'{}' can't be written", path));
}

ResultFile::~ResultFile() { close(file_); }

void ResultFile::add(const ChunkFolder::Result& result) const {
  const Json document{{"key", result.key},
                      {"outcome", result.outcome.to_json()},
                      {"host", result.machine.name},
                      {"machine", result.machine.description}};
  write_whole(file_, document.dump() + "\n");
}

void work_on_chunk(const std::string& folder, std::uint32_t chunk) {
  ChunkFolder files(folder);
  std::map<std::string, bool> done;
  for (const ChunkFolder::Result& result : files.new_results()) done[result.key] = true;
  const ResultFile results(folder, chunk);
  SeenFiles seen;
  for (Job& job : files.read(chunk)) {
    if (done.contains(job.key)) continue;
    const ScratchFolder scratch(fmt::format("run{}", job.number));
    scratch.fill_in(job.request);
    LimitedRun run(job.request);
    Outcome outcome = run.wait();
    outcome.changed_file = seen.changed(job.files).value_or("");
    scratch.keep(job.request.kept);
    results.add({job.key, outcome, this_machine()});
  }
}

}  // namespace arges::campaign
