/* Packets leave a queue of two as long as there are tokens, of which one is added every other step, up to three. */
byte tokens = 3, queue;
bool arrives, dropped, even;

active proctype shaper() {
  do
  :: if
     :: arrives = true
     :: arrives = false
     fi;
     d_step {
       dropped = arrives && queue == 2;
       if
       :: arrives && queue < 2 -> queue++
       :: else
       fi;
       if
       :: queue > 0 && tokens > 0 -> queue--; tokens--
       :: else
       fi;
       even = !even;
       if
       :: even && tokens < 3 -> tokens++
       :: else
       fi
     }
  od
}
