/* Cruise control: it holds the speed once it is set, and lets go when the driver brakes or switches it off. */
mtype = { OFF, STANDBY, ACTIVE };
mtype = { NOTHING, BUTTON, SET, BRAKE, GAS };
mtype mode = OFF, driver = NOTHING;
byte speed, wanted;

active proctype car() {
  do
  :: if
     :: driver = NOTHING
     :: driver = BUTTON
     :: driver = SET
     :: driver = BRAKE
     :: driver = GAS
     fi;
     d_step {
       if
       :: driver == BUTTON && mode == OFF -> mode = STANDBY
       :: driver == BUTTON && mode != OFF -> mode = OFF
       :: driver == SET && mode == STANDBY && speed >= 2 -> mode = ACTIVE; wanted = speed
       :: driver == BRAKE && mode == ACTIVE -> mode = STANDBY
       :: else
       fi;
       if
       :: driver == BRAKE && speed > 0 -> speed--
       :: driver == GAS && speed < 4 -> speed++
       :: driver != BRAKE && driver != GAS && mode == ACTIVE && speed > wanted -> speed--
       :: driver != BRAKE && driver != GAS && mode == ACTIVE && speed < wanted -> speed++
       :: else
       fi
     }
  od
}
