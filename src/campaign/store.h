#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "campaign/database.h"
#include "campaign/lock.h"
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
  std::vector<Figure> figures = {};
};

/// A run that belongs to a campaign as it is now.
struct WantedRun {
  std::size_t task;    ///< of the set
  std::size_t column;  ///< the same
  std::string fingerprint;
};

/// The file of a campaign. A result is in it, on the disk, once `add` has returned.
class Store {
 public:
  /// Makes the file, or goes on with one; throws UsageError if it is none of a campaign's, or if
  /// another process is at it.
  explicit Store(const std::string& path);
  /// The same for who has been alone at it since earlier.
  explicit Store(std::unique_ptr<Lock> lock);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  /// What the campaign is about from now on; other results are kept, not shown.
  void describe(const Set& set, const std::vector<Results::Column>& columns,
                const std::vector<WantedRun>& wanted);
  /// By fingerprint.
  using KnownResults = std::map<std::string, Status>;
  /// What there are results of, by task and column; nothing, if there is no such file.
  using KnownRuns = std::map<std::pair<std::string, std::string>, KnownResults>;
  static KnownRuns known(const std::string& path);
  /// Instead of an earlier result of the same run, if there is one; until then that one counts.
  void add(const Record& record);
  void note(const std::string& fact, const std::string& value);
  /// Where files of a run are kept, beside the results; `key` is the run's own.
  std::string folder_for(const std::string& run, const std::string& key) const;

  /// What reports are made of.
  static Results load(const std::string& path);
  /// What a run wrote; empty if it is not known.
  static std::string output(const std::string& path, const std::string& task,
                            const std::string& column);

 private:
  std::string path_;
  std::unique_ptr<Lock> lock_;
  mutable Database database_;
};

}  // namespace arges::campaign
