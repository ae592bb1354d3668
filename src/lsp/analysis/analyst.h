#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/descriptor.h"
#include "base/limits.h"
#include "lsp/analysis/diagnose.h"

namespace arges::lsp {

/// Runs a function to its end in a place with room for deep recursion.
using Runner = std::function<void(const std::function<void()>&)>;

/// A thread that looks at texts while the server goes on answering. A newer version of a document
/// takes the place of an older one, also of one that is being looked at.
class Analyst {
 public:
  struct Result {
    std::string uri;
    std::int64_t version;
    Diagnosis diagnosis;
  };

  explicit Analyst(Runner runner);
  ~Analyst();
  Analyst(const Analyst&) = delete;
  Analyst& operator=(const Analyst&) = delete;

  void look_at(const std::string& uri, std::int64_t version, DiagnosisTask task);
  void forget(const std::string& uri);
  /// Can be read from whenever there are results.
  int descriptor() const { return wake_.from.get(); }
  std::vector<Result> take_results();

 private:
  struct Job {
    std::string uri;
    std::int64_t version;
    DiagnosisTask task;
  };

  void work();
  Diagnosis diagnosis_of(const Job& job, Limits& limits);
  void cancel(const std::string& uri);  ///< the mutex is held

  Pipe wake_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;
  std::vector<Result> results_;
  std::string at_work_on_;     ///< the URI
  Limits* at_work_ = nullptr;  ///< of what is being looked at
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace arges::lsp
