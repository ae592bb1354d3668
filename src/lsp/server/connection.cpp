#include "lsp/server/connection.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <utility>
#include <vector>

#include <poll.h>
#include <unistd.h>

namespace arges::lsp {

namespace {

using Clock = Server::Clock;

/// The two ends of a client's pipes.
class Connection {
 public:
  Connection(Server& server, int from_client, int to_client)
      : server_(server), from_client_(from_client), to_client_(to_client) {}

  void run() {
    while (!server_.has_ended() && is_open_) {
      wait();
      server_.work();
    }
    // The last answers; a client that does not want them is not waited for.
    while (has_to_write() && is_open_ && can(to_client_, POLLOUT, 1000)) write_some();
  }

 private:
  int milliseconds() const {
    const auto deadline = server_.deadline();
    if (!deadline) return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - Clock::now());
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000));
  }

  static bool can(int descriptor, short what, int milliseconds) {
    pollfd one{descriptor, what, 0};
    return poll(&one, 1, milliseconds) > 0 && (one.revents & (what | POLLHUP)) != 0;
  }

  void wait() {
    std::vector<pollfd> watched = {{from_client_, POLLIN, 0},
                                   {has_to_write() ? to_client_ : -1, POLLOUT, 0}};
    for (const int descriptor : server_.descriptors()) watched.push_back({descriptor, POLLIN, 0});
    poll(watched.data(), watched.size(), milliseconds());
    if (watched[1].revents != 0) write_some();
    // All that has come is read before anything is done, as it may cancel what came before.
    if (watched[0].revents != 0) do
        read_some();
      while (is_open_ && can(from_client_, POLLIN, 0));
  }

  void read_some() {
    std::array<char, 65536> buffer{};
    const ssize_t got = read(from_client_, buffer.data(), buffer.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (got <= 0) {
      is_open_ = false;
      server_.work();  // what came before the end counts
      return;
    }
    reader_.feed({buffer.data(), static_cast<std::size_t>(got)});
    while (const auto message = reader_.next()) server_.take(*message);
  }

  bool has_to_write() const { return written_ < text_.size() || !server_.outbox().empty(); }

  /// A pipe that can be written to takes so much at once without waiting.
  void write_some() {
    if (written_ == text_.size()) {
      text_ = std::exchange(server_.outbox(), {});
      written_ = 0;
    }
    const ssize_t written = write(to_client_, text_.data() + written_,
                                  std::min<std::size_t>(text_.size() - written_, PIPE_BUF));
    if (written > 0)
      written_ += static_cast<std::size_t>(written);
    else if (written < 0 && errno != EINTR && errno != EAGAIN)
      is_open_ = false;
  }

  Server& server_;
  int from_client_;
  int to_client_;
  MessageReader reader_;
  std::string text_;         ///< what is being written
  std::size_t written_ = 0;  ///< of it
  bool is_open_ = true;
};

}  // namespace

ExitCode serve(Host host, int from_client, int to_client) {
  Server server(std::move(host));
  Connection(server, from_client, to_client).run();
  return server.was_shut_down() && server.has_ended() ? ExitCode::success : not_shut_down;
}

}  // namespace arges::lsp
