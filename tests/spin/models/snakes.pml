/* A small game of the goose with fields 0 to 9: a ladder leads from 3 to 7, a snake from 8 to 1; 9 must be hit exactly. */
byte field, die = 1, games;

active proctype player() {
  byte d;
  do
  :: select(d : 1 .. 3);
     die = d;
     d_step {
       if
       :: field == 9 -> field = 0; games = 1 - games
       :: field != 9 && field + die > 9
       :: else -> field = field + die
       fi;
       if
       :: field == 3 -> field = 7
       :: field == 8 -> field = 1
       :: else
       fi
     }
  od
}
