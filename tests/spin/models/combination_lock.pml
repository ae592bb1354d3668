/* A lock with the combination 2, 0, 1. Three mistakes block it until the key is used. */
byte digit, place, mistakes;
bool opened, blocked;

active proctype lock() {
  byte d;
  do
  :: select(d : 0 .. 3);
     digit = d;
     d_step {
       if
       :: blocked && digit == 3 -> blocked = false; mistakes = 0; place = 0
       :: opened -> opened = false; place = 0
       :: !blocked && !opened && place == 0 && digit == 2 -> place = 1
       :: !blocked && !opened && place == 1 && digit == 0 -> place = 2
       :: !blocked && !opened && place == 2 && digit == 1 -> opened = true; mistakes = 0; place = 0
       :: blocked && digit != 3
       :: else ->
          place = 0;
          mistakes++;
          if
          :: mistakes == 3 -> blocked = true
          :: else
          fi
       fi
     }
  od
}
