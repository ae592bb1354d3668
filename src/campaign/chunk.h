#pragma once

#include <cstdint>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "campaign/executor.h"

namespace arges::campaign {

/// The runs that one job of a cluster makes, and what came of them, in files that both sides see.
/// Each attempt at a chunk writes to a file of its own: a job that the cluster has given up, and
/// started elsewhere, may still be writing.
class ChunkFolder {
 public:
  explicit ChunkFolder(std::string path) : path_(std::move(path)) {}

  const std::string& path() const { return path_; }
  void write(std::uint32_t chunk, const std::vector<Job>& jobs) const;
  std::vector<Job> read(std::uint32_t chunk) const;

  /// What came of a run.
  struct Result {
    std::string key;
    Outcome outcome;
    Machine machine;
  };
  /// Of all attempts at all chunks, what was not read before: whole lines only.
  std::vector<Result> new_results();

 private:
  std::string path_;
  std::map<std::string, std::streamoff> read_;  ///< how much of each file
};

/// A file to which one attempt at a chunk writes its results; each is on the disk when `add`
/// returns.
class ResultFile {
 public:
  ResultFile(const std::string& folder, std::uint32_t chunk);
  ~ResultFile();
  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;
  void add(const ChunkFolder::Result& result) const;

 private:
  int file_ = -1;
};

}  // namespace arges::campaign
