/* A watchdog restarts a program that was not heard for three steps; a program that hangs is silent until then. */
mtype = { WORKS, HANGS, BOOTS };
mtype program = BOOTS;
byte silence;

active proctype system() {
  do
  :: if
     :: program == WORKS -> program = HANGS
     :: program == WORKS -> skip
     :: program == BOOTS -> program = WORKS
     :: program == HANGS -> skip
     fi;
     d_step {
       if
       :: program == WORKS -> silence = 0
       :: program != WORKS && silence < 3 -> silence++
       :: else -> silence = 0; program = BOOTS
       fi
     }
  od
}
