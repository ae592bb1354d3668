/* A thermostat keeps a room between 3 and 6 of 10 degrees. In the cold a heated room stays as warm as it is. */
byte temp = 5;
bool heating, cold;

active proctype room() {
  do
  :: if
     :: cold = true
     :: cold = false
     fi;
     d_step {
       if
       :: heating && !cold && temp < 10 -> temp++
       :: !heating && cold && temp > 0 -> temp--
       :: else
       fi;
       if
       :: temp <= 3 -> heating = true
       :: temp >= 6 -> heating = false
       :: else
       fi
     }
  od
}
