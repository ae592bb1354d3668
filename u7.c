extern void reach_error(void);
union U { char a; int i; long long l; };
union U g = { 5 }; union U z; union U ga[3] = { {1}, {2}, { .l = -1 } };
int cmp(union U *x, union U *y){ return x->i - y->i; }
int main(void){ if (g.a != 5) reach_error(); if (z.l) reach_error();
 if (cmp(&ga[1], &ga[0]) != 1) reach_error(); if (ga[2].a != -1) reach_error();
 static union U s = { .i = 300 }; if (s.a != 44) reach_error();
 union U u = { .l = 0x123456789LL }; if (u.i != 0x23456789) reach_error();
 u.i = 0; if (u.l != 0x100000000LL) reach_error();
 u.a -= 1; if (u.l != 0x1000000ffLL) reach_error();
 u = (union U){ .i = -1 }; if (u.i != -1) reach_error(); if(u.a!=-1) reach_error();
 union U v; v = u.a ? g : z; if (v.a != 5) reach_error();
 int k = 0; ga[k+1].i <<= 8; if (ga[1].a) reach_error();
 return 0; //END
}
