/* A shift register of four bits with feedback, which the clock may pause. It takes all values but zero. */
bool b0 = true, b1, b2, b3, pause;
byte value = 1;
bool f;

active proctype register_() {
  do
  :: if
     :: pause = true
     :: pause = false
     fi;
     d_step {
       if
       :: !pause ->
          f = (b3 != b2);
          b3 = b2; b2 = b1; b1 = b0; b0 = f;
          value = b0 + 2 * b1 + 4 * b2 + 8 * b3;
          f = false
       :: else
       fi
     }
  od
}
