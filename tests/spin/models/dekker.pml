/* Dekker's mutual exclusion, with the polite retreat of the process whose turn it is not. */
bool want0, want1, trying0, trying1, crit0, crit1;
byte turn, last;

active proctype p0() {
idle:
  if
  :: d_step { last = 0 }; goto idle
  :: d_step { want0 = true; trying0 = true; last = 0 }
  fi;
test:
  if
  :: d_step { !want1 -> crit0 = true; last = 0 }
  :: d_step { want1 && turn == 0 -> last = 0 }; goto test
  :: d_step { want1 && turn == 1 -> want0 = false; last = 0 };
     do
     :: d_step { turn == 1 -> last = 0 }
     :: d_step { turn == 0 -> want0 = true; last = 0 }; goto test
     od
  fi;
  d_step { crit0 = false; want0 = false; trying0 = false; turn = 1; last = 0 };
  goto idle
}

active proctype p1() {
idle:
  if
  :: d_step { last = 1 }; goto idle
  :: d_step { want1 = true; trying1 = true; last = 1 }
  fi;
test:
  if
  :: d_step { !want0 -> crit1 = true; last = 1 }
  :: d_step { want0 && turn == 1 -> last = 1 }; goto test
  :: d_step { want0 && turn == 0 -> want1 = false; last = 1 };
     do
     :: d_step { turn == 0 -> last = 1 }
     :: d_step { turn == 1 -> want1 = true; last = 1 }; goto test
     od
  fi;
  d_step { crit1 = false; want1 = false; trying1 = false; turn = 0; last = 1 };
  goto idle
}
