/* Three bits that count in Gray's code, up or down as the environment says; count is the number that they stand for. */
byte count;
bool g0, g1, g2, down;

active proctype counter() {
  do
  :: if
     :: down = true
     :: down = false
     fi;
     d_step {
       if
       :: down -> count = (count + 7) % 8
       :: else -> count = (count + 1) % 8
       fi;
       g2 = count / 4;
       g1 = (count / 2) % 2 != count / 4;
       g0 = count % 2 != (count / 2) % 2
     }
  od
}
