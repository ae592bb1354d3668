/* A garage door with one button, which starts, stops and turns it round; an obstacle makes a closing door open. */
mtype = { CLOSED, OPENING, OPEN, CLOSING, STOPPED };
mtype door = CLOSED;
byte position;
bool button, obstacle;

active proctype garage() {
  do
  :: if
     :: d_step { button = false; obstacle = false }
     :: d_step { button = true; obstacle = false }
     :: d_step { button = false; obstacle = true }
     :: d_step { button = true; obstacle = true }
     fi;
     d_step {
       if
       :: door == CLOSING && obstacle -> door = OPENING
       :: button && (door == OPENING || (door == CLOSING && !obstacle)) -> door = STOPPED
       :: button && (door == CLOSED || door == STOPPED) -> door = OPENING
       :: button && door == OPEN && !obstacle -> door = CLOSING
       :: !button && door == OPENING && position < 3 -> position++
       :: !button && door == OPENING && position == 3 -> door = OPEN
       :: !button && door == CLOSING && !obstacle && position > 0 -> position--
       :: !button && door == CLOSING && !obstacle && position == 0 -> door = CLOSED
       :: else
       fi;
       button = false
     }
  od
}
