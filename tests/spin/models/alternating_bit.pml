/* The alternating bit protocol over two channels that lose messages. got and done count deliveries and acknowledgements modulo 4. */
mtype = { NONE, SEND, LOSS, DELIVER, DUPLICATE, CONFIRM, STALE };
mtype event = NONE;
chan data = [1] of { bit };
chan ack = [1] of { bit };
byte got, done;
bit b, c;

active proctype sender() {
  bit mine;
  do
  :: d_step { len(data) == 0 -> data!mine; event = SEND }
  :: d_step { len(ack) == 1 -> ack?b;
       if
       :: b == mine -> mine = 1 - mine; done = (done + 1) % 4; event = CONFIRM
       :: else -> event = STALE
       fi }
  od
}

active proctype receiver() {
  bit expected;
  do
  :: d_step { len(data) == 1 && len(ack) == 0 -> data?c; ack!c;
       if
       :: c == expected -> expected = 1 - expected; got = (got + 1) % 4; event = DELIVER
       :: else -> event = DUPLICATE
       fi }
  od
}

active proctype noise() {
  do
  :: d_step { len(data) == 1 -> data?_; event = LOSS }
  :: d_step { len(ack) == 1 -> ack?_; event = LOSS }
  od
}
