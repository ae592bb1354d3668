/* A producer puts 0, 1, 0, 1, … into a queue of three places, from which a consumer takes them. */
chan queue = [3] of { byte };
byte taken = 9, last;
byte x;

active proctype producer() {
  byte item;
  do
  :: d_step { len(queue) < 3 -> queue!item; item = 1 - item; last = 1 }
  od
}

active proctype consumer() {
  do
  :: d_step { len(queue) > 0 -> queue?x; taken = x; last = 2 }
  od
}
