extern void reach_error(void);
struct S { unsigned a:3; int b:5; unsigned f:32; unsigned g:31; };
struct S arr[4]; struct T { int k; struct S in[2]; } t;
int main(void){ int i; for(i=0;i<4;i++){ arr[i].a = i+6; arr[i].b = i*5; }
 struct S *p = &arr[3]; if (p->a != 1 || p->b != 15) reach_error();
 p--; p->b += 7; if (p->b != -15) reach_error();
 p->f = -1; if (!(p->f > 0)) reach_error(); if (-1 < p->f) reach_error();
 p->g = -1; if (-1 > (int)p->g) reach_error(); if (!(-1 < p->g)) reach_error();
 t.in[1] = *p; if (t.in[1].b != -15 || t.in[1].a != 0) reach_error();
 t.in[0].a ^= 5; t.in[0].a *= 3; if (t.in[0].a != 7) reach_error();
 struct S q = t.in[0]; if (q.a != 7 || q.f) reach_error();
 return 0; //END
}
