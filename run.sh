#!/bin/bash
# run.sh file... [DM=-m32]
DM=${DM:--m32}; A=""; [ $DM = -m64 ] && A="--data-model lp64"
for f in "$@"; do
 gcc $DM -w -O0 -fsanitize=undefined -fno-sanitize-recover=all $f stub.c -o /tmp/eyes/x.out 2>/tmp/eyes/gcc.err || { echo "$f GCCFAIL"; head -3 gcc.err; continue; }
 timeout 5 ./x.out 2>/tmp/eyes/ub.err; g=$?
 o=$(timeout 30 nice /tmp/eyes/arges check $f --timeout 15 -q $A 2>&1); r=$?
 exp=0; [ $g = 42 ] && exp=10
 st=OK; [ $r != $exp ] && st="BAD"; [ $r = 20 -o $r = 3 ] && st="unk/uns"; [ $g != 0 -a $g != 42 ] && st="UB?($g)"
 echo "$st $f gcc=$g arges=$r: $([ "$st" != OK ] && echo "$o" | head -4 | cut -c1-200)"
 if [ $st = OK -a $r = 0 ]; then
  sed 's/return 0; *\/\/END/reach_error(); return 0;/' $f > v.c
  cmp -s v.c $f && echo "  no END marker"
  o=$(timeout 30 nice /tmp/eyes/arges check v.c --timeout 15 -q $A 2>&1); r=$?
  [ $r != 10 ] && echo "  VAC $f arges=$r: $(echo "$o"|head -3| cut -c1-200)"
 fi
done
