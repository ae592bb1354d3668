/* Go-back-N with a window of two and numbers modulo three; the data channel holds two messages, that of acknowledgements one. */
mtype = { NONE, SEND, LOSS, TAKE, OLD, ACK, BACK };
mtype event = NONE;
chan data = [2] of { byte };
chan ack = [1] of { byte };
byte base, out, m, n, d;

active proctype sender() {
  do
  :: d_step { out < 2 && len(data) < 2 -> m = (base + out) % 3; data!m; out++; event = SEND; m = 0 }
  :: d_step { out > 0 && len(data) == 0 && len(ack) == 0 -> out = 0; event = BACK }
  :: d_step { len(ack) == 1 -> ack?m; d = (m + 3 - base) % 3;
       if
       :: d <= out -> base = m; out = out - d
       :: else
       fi;
       event = ACK; m = 0; d = 0 }
  od
}

active proctype receiver() {
  byte expected;
  do
  :: d_step { len(data) > 0 && len(ack) == 0 -> data?n;
       if
       :: n == expected -> expected = (expected + 1) % 3; event = TAKE
       :: else -> event = OLD
       fi;
       ack!expected; n = 0 }
  od
}

active proctype noise() {
  do
  :: d_step { len(data) > 0 -> data?_; event = LOSS }
  :: d_step { len(ack) > 0 -> ack?_; event = LOSS }
  od
}
