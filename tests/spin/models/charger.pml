/* A battery with a charger: it charges below 2 of 5 and stops when it is full; without the plug it runs down to zero and stays there. */
byte level = 3;
bool plugged, charging;

active proctype battery() {
  do
  :: if
     :: plugged = true
     :: plugged = false
     fi;
     d_step {
       if
       :: !plugged -> charging = false
       :: plugged && level < 2 -> charging = true
       :: plugged && level == 5 -> charging = false
       :: else
       fi;
       if
       :: charging && level < 5 -> level++
       :: !charging && level > 0 -> level--
       :: else
       fi
     }
  od
}
