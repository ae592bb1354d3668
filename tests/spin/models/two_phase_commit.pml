/* Two-phase commit with two participants. The coordinator may give up on a slow vote; then a new transaction begins. */
mtype = { WORKING, PREPARED, COMMITTED, ABORTED };
mtype state[2] = WORKING;
byte decision;   /* 0 none, 1 commit, 2 abort */
#define s0 state[0]
#define s1 state[1]

active proctype coordinator() {
  do
  :: d_step { decision == 0 && s0 == PREPARED && s1 == PREPARED -> decision = 1 }
  :: d_step { decision == 0 -> decision = 2 }
  :: d_step { (s0 == COMMITTED || s0 == ABORTED) && (s1 == COMMITTED || s1 == ABORTED) && decision != 0 ->
       s0 = WORKING; s1 = WORKING; decision = 0 }
  od
}

active [2] proctype participant() {
  byte me = _pid - 1;
  do
  :: d_step { state[me] == WORKING -> state[me] = PREPARED }
  :: d_step { state[me] == WORKING -> state[me] = ABORTED }
  :: d_step { state[me] == PREPARED && decision == 1 -> state[me] = COMMITTED }
  :: d_step { state[me] == PREPARED && decision == 2 -> state[me] = ABORTED }
  od
}
