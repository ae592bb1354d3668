extern void reach_error(void);
#include <stdlib.h>
union U { void *p; unsigned u; int *ip; struct { unsigned short l,h; } s; };
int x = 7;
int main(void){ union U u; u.ip = &x; *u.ip = 8; if (x != 8) reach_error();
 u.p = &x; if (*(int*)u.p != 8) reach_error();
 if (u.u == 0) reach_error(); u.u = 0; if (u.p) reach_error();
 union U *h = malloc(sizeof *h); h->u = 0x10002; if (h->s.h != 1 || h->s.l != 2) reach_error();
 h->s.l = 0xffff; h->s.l++; if (h->u != 0x10000) reach_error();
 union U *a = malloc(3*sizeof(union U)); int i; for(i=0;i<3;i++) a[i].u = i<<16|i;
 a[2].s.h = 9; if (a[2].u != 0x90002) reach_error(); if (a[1].u != 0x10001) reach_error();
 h->ip = &x; union U c = *h; *c.ip = 3; if (x!=3) reach_error();
 return 0; //END
}
