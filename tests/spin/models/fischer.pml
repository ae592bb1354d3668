/* Fischer's mutual exclusion in ticks: a process sets the lock within one tick, and looks at it after two more. */
byte lock;               /* 0 free, or the number of a process */
byte pc[2], age[2];      /* 0 idle, 1 sets, 2 waits, 3 critical */
bool ticked;
#define pc0 pc[0]
#define pc1 pc[1]

active [2] proctype p() {
  byte me = _pid + 1;
  do
  :: d_step { pc[_pid] == 0 && lock == 0 -> pc[_pid] = 1; age[_pid] = 0; ticked = false }
  :: d_step { pc[_pid] == 1 -> lock = me; pc[_pid] = 2; age[_pid] = 0; ticked = false }
  :: d_step { pc[_pid] == 2 && age[_pid] == 2 && lock == me -> pc[_pid] = 3; age[_pid] = 0; ticked = false }
  :: d_step { pc[_pid] == 2 && age[_pid] == 2 && lock != me -> pc[_pid] = 0; age[_pid] = 0; ticked = false }
  :: d_step { pc[_pid] == 3 -> lock = 0; pc[_pid] = 0; age[_pid] = 0; ticked = false }
  od
}

active proctype time() {
  do
  :: d_step { !(pc[0] == 1 && age[0] == 1) && !(pc[1] == 1 && age[1] == 1) ->
       if
       :: (pc[0] == 1 || pc[0] == 2) && age[0] < 2 -> age[0]++
       :: else
       fi;
       if
       :: (pc[1] == 1 || pc[1] == 2) && age[1] < 2 -> age[1]++
       :: else
       fi;
       ticked = true }
  od
}
