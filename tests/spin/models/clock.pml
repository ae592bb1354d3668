/* A clock with three hours of four quarters, and an alarm at 2:1 that rings until it is stopped, or for one hour. */
byte hour, quarter;
bool rings, stop;

active proctype clock() {
  do
  :: if
     :: stop = true
     :: stop = false
     fi;
     d_step {
       quarter = (quarter + 1) % 4;
       if
       :: quarter == 0 -> hour = (hour + 1) % 3
       :: else
       fi;
       if
       :: hour == 2 && quarter == 1 -> rings = true
       :: else ->
          if
          :: stop || (hour == 0 && quarter == 1) -> rings = false
          :: else
          fi
       fi
     }
  od
}
