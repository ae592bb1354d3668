/* Election on a ring of three (Chang and Roberts): a node passes on larger numbers than its own, and drops smaller ones. */
byte slot[3];   /* what node i has sent to the next one; 0: nothing */
bool awake[3];
byte leader, rounds;
#define awake0 awake[0]
#define awake2 awake[2]

active [3] proctype node() {
  byte before = (_pid + 2) % 3;
  byte id = _pid + 1;
  do
  :: d_step { leader == 0 && !awake[_pid] && slot[_pid] == 0 -> slot[_pid] = id; awake[_pid] = true }
  :: d_step { leader == 0 && slot[before] > id && slot[_pid] == 0 -> slot[_pid] = slot[before]; slot[before] = 0; awake[_pid] = true }
  :: d_step { leader == 0 && slot[before] != 0 && slot[before] < id -> slot[before] = 0 }
  :: d_step { leader == 0 && slot[before] == id -> leader = id }
  od
}

active proctype referee() {
  do
  :: d_step { leader != 0 -> leader = 0; rounds = (rounds + 1) % 3;
       awake[0] = false; awake[1] = false; awake[2] = false;
       slot[0] = 0; slot[1] = 0; slot[2] = 0 }
  od
}
