extern void reach_error(void);
#include <stddef.h>
struct L { struct L *n; }; struct D { int a; char b; struct L l; int c; };
#define container_of(p,t,m) ((t*)((char*)(p)-offsetof(t,m)))
int main(void){ struct D d = {1,2,{0},3}, e={4,5,{&d.l},6}; struct L *p = &e.l;
 struct D *q = container_of(p, struct D, l); if (q->a!=4||q->c!=6) reach_error(); q = container_of(p->n, struct D, l); if (q!=&d||q->c!=3) reach_error();
 q->c = 9; if (d.c!=9) reach_error(); if (offsetof(struct D,c)!=12) reach_error();
 if (__builtin_offsetof(struct D, l.n) != 8) reach_error();
 return 0; //END
}
