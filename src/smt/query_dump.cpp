#include "smt/query_dump.h"

#include <fstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"

namespace arges::smt {

QueryDump::QueryDump(std::filesystem::path folder) : folder_(std::move(folder)) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error)
    throw UsageError(fmt::format("cannot make folder {}: {}", folder_.string(), error.message()));
}

void QueryDump::begin(const std::string& script) {
  current_ = folder_ / fmt::format("{:06}.smt2", ++number_);
  std::ofstream file(current_);
  file << script;
  if (!file.flush()) throw UsageError(fmt::format("cannot write {}", current_.string()));
}

void QueryDump::end(Status status) const {
  std::ofstream file(current_, std::ios::app);
  file << "; status: " << to_string(status) << '\n';
}

}  // namespace arges::smt
