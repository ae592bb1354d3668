/* A boiler loses water with every step; the pump starts at 2 and stops at 6, but may be off duty for one step. */
byte level = 4;
bool pump, paused;

active proctype boiler() {
  do
  :: d_step { pump && !paused && level < 6 -> level++; paused = false }
  :: d_step { pump && !paused && level < 6 && level > 1 -> level--; paused = true }
  :: d_step { pump && paused && level < 6 -> level++; paused = false }
  :: d_step { pump && level >= 6 -> pump = false; paused = false }
  :: d_step { !pump && level > 2 -> level-- }
  :: d_step { !pump && level <= 2 -> pump = true }
  od
}
