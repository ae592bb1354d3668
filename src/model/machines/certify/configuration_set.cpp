#include "model/machines/certify/configuration_set.h"

#include <algorithm>

namespace arges::model::machines {

ListedConfigurations::ListedConfigurations(std::vector<Configuration> members,
                                           std::vector<ObjectId> expanded)
    : members_(std::move(members)), expanded_(std::move(expanded)) {
  for (std::uint32_t i = 0; i < members_.size(); ++i) numbers_.emplace(key_of(members_[i]), i);
}

std::size_t ListedConfigurations::Hash::operator()(const std::vector<std::uint64_t>& key) const {
  std::size_t result = key.size();
  for (const std::uint64_t one : key)
    result = (result ^ one) * 0x9E3779B97F4A7C15U + (result >> 7U);
  return result;
}

std::optional<std::uint32_t> ListedConfigurations::find(const Configuration& configuration) const {
  const auto found = numbers_.find(key_of(configuration));
  if (found == numbers_.end()) return {};
  return found->second;
}

bool are_equal(const Configuration& a, const Configuration& b) {
  const auto same_queue = [](const std::vector<Message>& p, const std::vector<Message>& q) {
    return std::equal(p.begin(), p.end(), q.begin(), q.end(),
                      [](const Message& m, const Message& n) {
                        return m.signal == n.signal && m.arguments == n.arguments;
                      });
  };
  return std::equal(a.objects.begin(), a.objects.end(), b.objects.begin(), b.objects.end(),
                    [&](const ObjectState& x, const ObjectState& y) {
                      return x.state == y.state && x.values == y.values &&
                             same_queue(x.input, y.input) && same_queue(x.deferred, y.deferred);
                    });
}

}  // namespace arges::model::machines
