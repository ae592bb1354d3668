/* Lights of a crossing: the main road has green until a car waits in the side road, which gets green for three steps. */
mtype = { RED, GREEN, YELLOW };
mtype main_road = GREEN, side_road = RED;
byte timer;
bool car;

active proctype crossing() {
  do
  :: if
     :: car = true
     :: car = false
     fi;
     d_step {
       if
       :: timer > 0 -> timer--
       :: timer == 0 && main_road == GREEN && car -> main_road = YELLOW; timer = 1
       :: timer == 0 && main_road == YELLOW -> main_road = RED; side_road = GREEN; timer = 3
       :: timer == 0 && side_road == GREEN -> side_road = YELLOW; timer = 1
       :: timer == 0 && side_road == YELLOW -> side_road = RED; main_road = GREEN; timer = 2
       :: else
       fi
     }
  od
}
