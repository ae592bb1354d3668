/* A train comes near, crosses and leaves; the barrier takes two steps to come down, and the train three to arrive. */
mtype = { AWAY, NEAR, CROSSING };
mtype = { UP, FALLING, DOWN, RISING };
mtype train = AWAY;
mtype barrier = UP;
byte distance;
bool comes;

active proctype crossing() {
  do
  :: if
     :: comes = true
     :: comes = false
     fi;
     d_step {
       if
       :: barrier == FALLING -> barrier = DOWN
       :: barrier == RISING && train != AWAY -> barrier = FALLING
       :: barrier == RISING && train == AWAY -> barrier = UP
       :: barrier == UP && train != AWAY -> barrier = FALLING
       :: barrier == DOWN && train == AWAY -> barrier = RISING
       :: else
       fi;
       if
       :: train == AWAY && comes -> train = NEAR; distance = 3
       :: train == NEAR && distance > 0 -> distance--
       :: train == NEAR && distance == 0 -> train = CROSSING
       :: train == CROSSING && !comes -> train = AWAY
       :: else
       fi
     }
  od
}
