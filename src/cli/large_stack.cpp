#include "cli/large_stack.h"

#include <pthread.h>

namespace arges::cli {

namespace {

constexpr std::size_t megabyte = std::size_t{1} << 20U;

struct Call {
  const std::function<int()>& function;
  int result = 0;
};

void* run(void* argument) {
  Call& call = *static_cast<Call*>(argument);
  call.result = call.function();
  return nullptr;
}

}  // namespace

int on_large_stack(const std::function<int()>& function) {
  Call call{function};
  // A limit on virtual memory (ulimit -v) may rule out the larger ones.
  for (const std::size_t size : {512 * megabyte, 128 * megabyte, 32 * megabyte}) {
    pthread_attr_t attributes;
    pthread_t thread{};
    if (pthread_attr_init(&attributes) != 0) break;
    const bool started = pthread_attr_setstacksize(&attributes, size) == 0 &&
                         pthread_create(&thread, &attributes, run, &call) == 0;
    pthread_attr_destroy(&attributes);
    if (!started) continue;
    pthread_join(thread, nullptr);
    return call.result;
  }
  return function();
}

}  // namespace arges::cli
