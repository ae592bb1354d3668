/* An elevator between three floors. It turns round only when nobody waits ahead of it. */
byte floor;
bool up = true, door, req0, req1, req2;

#define here  ((floor == 0 && req0) || (floor == 1 && req1) || (floor == 2 && req2))
#define above ((floor < 1 && req1) || (floor < 2 && req2))
#define below ((floor > 0 && req0) || (floor > 1 && req1))

active proctype people() {
  do
  :: d_step { floor != 0 && !req0 -> req0 = true }
  :: d_step { floor != 1 && !req1 -> req1 = true }
  :: d_step { floor != 2 && !req2 -> req2 = true }
  od
}

active proctype cabin() {
  do
  :: d_step { door -> door = false }
  :: d_step { !door && here -> door = true;
       if
       :: floor == 0 -> req0 = false
       :: floor == 1 -> req1 = false
       :: else -> req2 = false
       fi }
  :: d_step { !door && !here && up && above -> floor++ }
  :: d_step { !door && !here && !up && below -> floor-- }
  :: d_step { !door && !here && up && !above && below -> up = false }
  :: d_step { !door && !here && !up && !below && above -> up = true }
  :: !door && !req0 && !req1 && !req2 -> skip
  od
}
