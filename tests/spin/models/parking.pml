/* A car park of four places with one gate, which is opened for cars that come or go, one at a time. */
mtype = { SHUT, IN, OUT };
mtype gate = SHUT;
byte cars;

active proctype park() {
  do
  :: d_step { cars < 4 -> gate = IN }; d_step { cars++; gate = SHUT }
  :: d_step { cars > 0 -> gate = OUT }; d_step { cars--; gate = SHUT }
  od
}
