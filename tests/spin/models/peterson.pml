/* Peterson's mutual exclusion. last is the process that moved last; an idle process may stay idle. */
bool want0, want1, crit0, crit1;
byte turn, last;

active proctype p0() {
idle:
  if
  :: d_step { last = 0 }; goto idle
  :: d_step { want0 = true; last = 0 }
  fi;
  d_step { turn = 1; last = 0 };
wait:
  if
  :: d_step { want1 && turn == 1 -> last = 0 }; goto wait
  :: d_step { !want1 || turn == 0 -> crit0 = true; last = 0 }
  fi;
  d_step { crit0 = false; want0 = false; last = 0 };
  goto idle
}

active proctype p1() {
idle:
  if
  :: d_step { last = 1 }; goto idle
  :: d_step { want1 = true; last = 1 }
  fi;
  d_step { turn = 0; last = 1 };
wait:
  if
  :: d_step { want0 && turn == 0 -> last = 1 }; goto wait
  :: d_step { !want0 || turn == 1 -> crit1 = true; last = 1 }
  fi;
  d_step { crit1 = false; want1 = false; last = 1 };
  goto idle
}
