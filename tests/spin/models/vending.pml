/* A vending machine: a cup costs two coins, at most three are taken, and the stock is refilled when it is out. */
byte credit, stock = 2;
bool cup, refunded;

active proctype machine() {
  do
  :: d_step { credit < 3 -> credit++; refunded = false }
  :: d_step { credit >= 2 && stock > 0 -> credit = credit - 2; stock--; cup = true; refunded = false };
     cup = false
  :: d_step { credit > 0 -> credit = 0; refunded = true }
  :: d_step { stock == 0 -> stock = 2; refunded = false }
  od
}
