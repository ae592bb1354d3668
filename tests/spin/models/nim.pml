/* Seven sticks, and who takes the last one wins. The second player leaves a multiple of four whenever that is possible. */
byte sticks = 7, winner;
bool first = true;
byte k;

active proctype game() {
  do
  :: d_step { first && sticks >= 1 -> sticks = sticks - 1; first = false }
  :: d_step { first && sticks >= 2 -> sticks = sticks - 2; first = false }
  :: d_step { first && sticks >= 3 -> sticks = sticks - 3; first = false }
  :: d_step { !first && sticks > 0 -> k = sticks % 4;
       if
       :: k == 0 -> k = 1
       :: else
       fi;
       sticks = sticks - k; first = true; k = 0 }
  :: d_step { sticks == 0 && winner == 0 ->
       if
       :: first -> winner = 2
       :: else -> winner = 1
       fi }
  :: d_step { winner != 0 -> winner = 0; sticks = 7; first = true }
  od
}
