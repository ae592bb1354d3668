#include "base/source_overlay.h"

#include <filesystem>
#include <utility>

namespace arges {

namespace {

thread_local SourceOverlay* innermost = nullptr;

}  // namespace

SourceOverlay::SourceOverlay(Texts texts)
    : texts_(std::move(texts)), outer_(std::exchange(innermost, this)) {}

SourceOverlay::~SourceOverlay() { innermost = outer_; }

SourcePtr SourceOverlay::find(const std::string& path) {
  if (innermost == nullptr) return nullptr;
  const std::string wanted = key(path);
  innermost->read_.insert(wanted);
  const auto found = innermost->texts_.find(wanted);
  if (found == innermost->texts_.end()) return nullptr;
  // Messages name the file as whoever reads it does.
  return std::make_shared<const SourceText>(path, std::string(found->second->text()));
}

std::string SourceOverlay::key(const std::string& path) {
  std::error_code failed;
  const std::filesystem::path result = std::filesystem::weakly_canonical(path, failed);
  return failed ? path : result.string();
}

}  // namespace arges
