/* A robot on a board of three by three whose middle is a hole. It goes straight on until a wall stops it, then turns right;
   eastwards in the middle of the upper edge it may turn back. */
byte x, y, dir;   /* 0 east, 1 south, 2 west, 3 north */

active proctype robot() {
  do
  :: d_step { dir == 0 && x < 2 && y != 1 -> x++ }
  :: d_step { dir == 1 && y < 2 && x != 1 -> y++ }
  :: d_step { dir == 2 && x > 0 && y != 1 -> x-- }
  :: d_step { dir == 3 && y > 0 && x != 1 -> y-- }
  :: d_step { dir == 0 && !(x < 2 && y != 1) -> dir = 1 }
  :: d_step { dir == 1 && !(y < 2 && x != 1) -> dir = 2 }
  :: d_step { dir == 2 && !(x > 0 && y != 1) -> dir = 3 }
  :: d_step { dir == 3 && !(y > 0 && x != 1) -> dir = 0 }
  :: d_step { dir == 0 && x == 1 && y == 0 -> dir = 2 }
  od
}
