#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "campaign/database.h"
#include "campaign/outcome.h"
#include "campaign/results.h"
#include "campaign/set.h"

namespace arges::campaign {

/// A run that has ended, as it is kept.
struct Record {
  std::string task;
  std::string column;
  std::string fingerprint;  ///< of all that the result depends on
  Verdict verdict;
  Outcome outcome;
  std::string host;
};

/// The file of a campaign. A result is in it, on the disk, once `add` has returned.
class Store {
 public:
  /// Makes the file, or goes on with one; throws UsageError if it is none of a campaign's, or if
  /// another process is at it.
  explicit Store(const std::string& path);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  /// What the campaign is about from now on; results of other tasks and columns are kept, not
  /// shown.
  void describe(const Set& set, const std::vector<Results::Column>& columns);
  /// The fingerprints of what there are results of, by task and column.
  std::map<std::pair<std::string, std::string>, std::string> known() const;
  /// The tasks and columns whose results are one of these.
  std::set<std::pair<std::string, std::string>> with_status(const std::set<Status>& wanted) const;
  /// Instead of an earlier result of the same task and column, if there is one.
  void add(const Record& record);
  void forget(const std::string& task, const std::string& column);
  void note(const std::string& fact, const std::string& value);

  /// What reports are made of.
  static Results load(const std::string& path);
  /// What a run wrote; empty if it is not known.
  static std::string output(const std::string& path, const std::string& task,
                            const std::string& column);

 private:
  class Lock;
  std::unique_ptr<Lock> lock_;
  mutable Database database_;
};

}  // namespace arges::campaign
