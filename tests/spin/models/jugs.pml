/* Jugs of three and of five litres: fill, empty, pour. */
byte small, big;

active proctype person() {
  do
  :: d_step { small < 3 -> small = 3 }
  :: d_step { big < 5 -> big = 5 }
  :: d_step { small > 0 -> small = 0 }
  :: d_step { big > 0 -> big = 0 }
  :: d_step { small > 0 && big < 5 && small + big <= 5 -> big = big + small; small = 0 }
  :: d_step { small > 0 && big < 5 && small + big > 5 -> small = small + big - 5; big = 5 }
  :: d_step { big > 0 && small < 3 && small + big <= 3 -> small = small + big; big = 0 }
  :: d_step { big > 0 && small < 3 && small + big > 3 -> big = small + big - 3; small = 3 }
  od
}
