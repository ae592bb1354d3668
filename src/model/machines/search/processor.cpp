#include "model/machines/search/processor.h"

#include <algorithm>
#include <cstring>

namespace arges::model::machines {

namespace {

template <typename Number>
Value loaded(const std::uint8_t* at) {
  Number number = 0;
  std::memcpy(&number, at, sizeof number);
  return number;
}

/// Whether it fits.
template <typename Number>
bool stored(std::uint8_t* at, Value value) {
  const auto number = static_cast<Number>(value);
  std::memcpy(at, &number, sizeof number);
  return number == value;
}

bool has_32_bits(Value value) { return value == static_cast<std::int32_t>(value); }

}  // namespace

Processor::Processor(const PackedLayout& layout, const Program& program)
    : layout_(layout), program_(program), registers_(first_constant) {
  registers_.insert(registers_.end(), program.constants.begin(), program.constants.end());
}

Value Processor::head(std::uint32_t argument, const std::uint8_t* buffer) const {
  const Program::HeadArgument& from = program_.head_arguments[argument];
  const PackedQueue& queue = layout_.queue(from.object);
  std::uint32_t at = queue.first + from.field.offset;
  if (queue.deferred.width != 0)
    at += queue.message_size * static_cast<std::uint32_t>(read_number(
                                   buffer + queue.deferred.offset, queue.deferred.width));
  return read_number(buffer + at, from.field.width);
}

void Processor::pop(ObjectId object, std::uint8_t* buffer) const {
  const PackedQueue& queue = layout_.queue(object);
  const auto length =
      static_cast<std::uint32_t>(read_number(buffer + queue.length.offset, queue.length.width));
  std::uint32_t deferred = 0;
  if (queue.deferred.width != 0)
    deferred = static_cast<std::uint32_t>(
        read_number(buffer + queue.deferred.offset, queue.deferred.width));
  std::uint8_t* const first = buffer + queue.first + deferred * queue.message_size;
  std::uint8_t* const last = buffer + queue.first + (length - 1) * queue.message_size;
  if (first != last)
    std::memmove(first, first + queue.message_size, static_cast<std::size_t>(last - first));
  std::memset(last, 0, queue.message_size);
  write_number(buffer + queue.length.offset, queue.length.width, Value{length} - 1);
}

Processor::Status Processor::send(const Instruction& instruction, std::uint8_t* buffer) {
  const auto receiver = static_cast<ObjectId>(registers_[instruction.b]);
  const PackedQueue& queue = layout_.queue(receiver);
  std::uint8_t* const length_at = buffer + queue.length.offset;
  const Value length = read_number(length_at, queue.length.width);
  if (length >= Value{queue.capacity}) return fail(Fault::queue_full);
  std::uint8_t* const message = buffer + queue.first + length * Value{queue.message_size};
  write_number(message, queue.signal.width, Value{instruction.c} + 1);
  const Value* argument = &registers_[instruction.a];
  for (const Field& field : queue.arguments[instruction.c]) {
    const Value value = *argument++;
    if (width_of(value) > field.width) return does_not_fit(field.size);
    write_number(message + field.offset, field.width, value);
  }
  write_number(length_at, queue.length.width, length + 1);
  return Status::done;
}

Processor::Status Processor::run(std::uint32_t start, std::uint8_t* buffer) {
  Value* const r = registers_.data();
  const Instruction* const code = program_.code.data();
  const auto number = [&](Value& to, Value value) {
    to = value;
    return has_32_bits(value);
  };
  for (const Instruction* i = code + start;; ++i) switch (i->op) {
      case Op::load1:
        r[i->a] = loaded<std::int8_t>(buffer + i->b);
        break;
      case Op::load2:
        r[i->a] = loaded<std::int16_t>(buffer + i->b);
        break;
      case Op::load4:
        r[i->a] = loaded<std::int32_t>(buffer + i->b);
        break;
      case Op::store1:
        if (!stored<std::int8_t>(buffer + i->b, r[i->a])) return does_not_fit(i->c);
        break;
      case Op::store2:
        if (!stored<std::int16_t>(buffer + i->b, r[i->a])) return does_not_fit(i->c);
        break;
      case Op::store4:
        stored<std::int32_t>(buffer + i->b, r[i->a]);
        break;
      case Op::load_of: {
        const Field& field = program_.tables[i->c][static_cast<std::size_t>(r[i->b])];
        r[i->a] = read_number(buffer + field.offset, field.width);
        break;
      }
      case Op::store_of: {
        const Field& field = program_.tables[i->c][static_cast<std::size_t>(r[i->b])];
        if (width_of(r[i->a]) > field.width) return does_not_fit(field.size);
        write_number(buffer + field.offset, field.width, r[i->a]);
        break;
      }
      case Op::head:
        r[i->a] = head(i->c, buffer);
        break;
      case Op::move:
        r[i->a] = r[i->b];
        break;
      case Op::negate:
        if (!number(r[i->a], -r[i->b])) return fail(Fault::overflow);
        break;
      case Op::not_:
        r[i->a] = r[i->b] == 0 ? 1 : 0;
        break;
      case Op::add:
        if (!number(r[i->a], r[i->b] + r[i->c])) return fail(Fault::overflow);
        break;
      case Op::subtract:
        if (!number(r[i->a], r[i->b] - r[i->c])) return fail(Fault::overflow);
        break;
      case Op::multiply:
        if (!number(r[i->a], r[i->b] * r[i->c])) return fail(Fault::overflow);
        break;
      case Op::divide:
        if (r[i->c] == 0) return fail(Fault::division_by_zero);
        if (!number(r[i->a], r[i->b] / r[i->c])) return fail(Fault::overflow);
        break;
      case Op::remainder:
        if (r[i->c] == 0) return fail(Fault::division_by_zero);
        r[i->a] = r[i->b] % r[i->c];
        break;
      case Op::shift_left:
        if (r[i->c] < 0 || r[i->c] > 31) return fail(Fault::bad_shift);
        if (!number(r[i->a], r[i->b] * (Value{1} << r[i->c]))) return fail(Fault::overflow);
        break;
      case Op::shift_right:
        if (r[i->c] < 0 || r[i->c] > 31) return fail(Fault::bad_shift);
        r[i->a] = r[i->b] >> r[i->c];
        break;
      case Op::less:
        r[i->a] = r[i->b] < r[i->c] ? 1 : 0;
        break;
      case Op::less_equal:
        r[i->a] = r[i->b] <= r[i->c] ? 1 : 0;
        break;
      case Op::greater:
        r[i->a] = r[i->b] > r[i->c] ? 1 : 0;
        break;
      case Op::greater_equal:
        r[i->a] = r[i->b] >= r[i->c] ? 1 : 0;
        break;
      case Op::equal:
        r[i->a] = r[i->b] == r[i->c] ? 1 : 0;
        break;
      case Op::not_equal:
        r[i->a] = r[i->b] != r[i->c] ? 1 : 0;
        break;
      case Op::jump_if_false:
        if (r[i->a] != 0) break;
        [[fallthrough]];
      case Op::jump:
        i = code + (i->b + (static_cast<std::uint32_t>(i->c) << 16U)) - 1;
        break;
      case Op::jump_if_true:
        if (r[i->a] == 0) break;
        i = code + (i->b + (static_cast<std::uint32_t>(i->c) << 16U)) - 1;
        break;
      case Op::not_null:
        if (r[i->a] == null_object) return fail(Fault::null_reference);
        break;
      case Op::require:
        if (r[i->a] == 0) return Status::disabled;
        break;
      case Op::assert_:
        if (r[i->a] == 0) return fail(Fault::assertion);
        break;
      case Op::fail:
        return fail(static_cast<Fault>(i->a));
      case Op::pop:
        pop(i->a, buffer);
        break;
      case Op::send:
        if (const Status sent = send(*i, buffer); sent != Status::done) return sent;
        break;
      case Op::done:
        return Status::done;
    }
}

}  // namespace arges::model::machines
