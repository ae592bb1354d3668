/* A bus with three devices and two arbiters one after the other: by rank while strict, else in turns. */
byte grant = 3, turn;   /* 3: nobody */
bool req0, req1, req2, strict = true;

active proctype bus() {
  do
  :: if
     :: req0 = true
     :: req1 = true
     :: req2 = true
     :: strict = false
     :: skip
     fi;
     d_step {
       if
       :: grant == 0 -> req0 = false; grant = 3
       :: grant == 1 -> req1 = false; grant = 3
       :: grant == 2 -> req2 = false; grant = 3
       :: grant == 3 && strict && req0 -> grant = 0
       :: grant == 3 && strict && !req0 && req1 -> grant = 1
       :: grant == 3 && strict && !req0 && !req1 && req2 -> grant = 2
       :: grant == 3 && !strict && turn == 0 -> turn = 1;
          if
          :: req0 -> grant = 0
          :: else
          fi
       :: grant == 3 && !strict && turn == 1 -> turn = 2;
          if
          :: req1 -> grant = 1
          :: else
          fi
       :: grant == 3 && !strict && turn == 2 -> turn = 0;
          if
          :: req2 -> grant = 2
          :: else
          fi
       :: else
       fi
     }
  od
}
