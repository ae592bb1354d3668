#include "output/digest.h"

#include <array>
#include <cstdint>

#include <fmt/format.h>
#include <nettle/sha2.h>

namespace arges::output {

std::string sha256(std::string_view text) {
  sha256_ctx context{};
  sha256_init(&context);
  sha256_update(&context, text.size(), reinterpret_cast<const std::uint8_t*>(text.data()));
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_digest(&context, digest.size(), digest.data());
  std::string result;
  for (const std::uint8_t byte : digest) result += fmt::format("{:02x}", byte);
  return result;
}

}  // namespace arges::output
