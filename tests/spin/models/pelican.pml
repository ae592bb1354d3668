/* A pelican crossing: the cars have green for at least three steps, then amber, red and flashing amber when somebody asks. */
mtype = { GREEN, AMBER, RED, FLASHING };
mtype cars = GREEN;
bool asked, walk;
byte timer = 3;

active proctype crossing() {
  do
  :: if
     :: asked = true
     :: skip
     fi;
     d_step {
       if
       :: timer > 0 -> timer--
       :: timer == 0 && cars == GREEN && asked -> cars = AMBER; timer = 1
       :: timer == 0 && cars == AMBER -> cars = RED; walk = true; asked = false; timer = 2
       :: timer == 0 && cars == RED -> cars = FLASHING; walk = false; timer = 1
       :: timer == 0 && cars == FLASHING -> cars = GREEN; timer = 3
       :: else
       fi
     }
  od
}
