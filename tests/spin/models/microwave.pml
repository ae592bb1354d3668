/* A microwave oven: it heats with the door shut, for three steps unless the door is opened, and then beeps. */
mtype = { NOTHING, START, PULL, PUSH };
mtype act = NOTHING;
bool shut = true, heats, beeps;
byte timer;

active proctype oven() {
  do
  :: if
     :: act = NOTHING
     :: act = START
     :: act = PULL
     :: act = PUSH
     fi;
     d_step {
       beeps = false;
       if
       :: act == PULL -> shut = false; heats = false; timer = 0
       :: act == PUSH -> shut = true
       :: act == START && shut && !heats -> heats = true; timer = 3
       :: (act == NOTHING || act == START) && heats && timer > 1 -> timer--
       :: (act == NOTHING || act == START) && heats && timer == 1 -> timer = 0; heats = false; beeps = true
       :: else
       fi
     }
  od
}
