extern void reach_error(void);
struct P { int x, y; }; int *gp = (int[]){4,5}; struct P *sp = &(struct P){1,2};
struct P ga[] = { [3] = {1}, [1] = {.y=2} };
int rec(int n, int *prev){ int *q = (int[]){n, 0}; if (n==0) return prev[0]*10 + q[0]; int r = rec(n-1, q); return r*10 + q[0]; }
int main(void){ gp[1]++; if (gp[0]+gp[1] != 10) reach_error(); sp->x = 5; if (sp->x + sp->y != 7) reach_error();
 if (sizeof ga != 32 || ga[1].y != 2 || ga[3].x != 1) reach_error();
 if (rec(2, gp) != 1012) reach_error();
 return 0; //END
}
