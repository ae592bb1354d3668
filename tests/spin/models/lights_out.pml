/* Four lamps in a row: a switch turns its lamp and the neighbours round. When all are dark they are lit again. */
bool lamp[4] = true;
byte solved, button;
#define lamp0 lamp[0]
#define lamp3 lamp[3]
#define dark (!lamp[0] && !lamp[1] && !lamp[2] && !lamp[3])

active proctype player() {
  do
  :: select(button : 0 .. 3);
     d_step {
       if
       :: dark -> lamp[0] = true; lamp[1] = true; lamp[2] = true; lamp[3] = true; solved = 1 - solved
       :: else ->
          lamp[button] = !lamp[button];
          if
          :: button > 0 -> lamp[button - 1] = !lamp[button - 1]
          :: else
          fi;
          if
          :: button < 3 -> lamp[button + 1] = !lamp[button + 1]
          :: else
          fi
       fi
     }
  od
}
