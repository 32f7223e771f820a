// The litmus laboratory: strengthen the instructions of a test, see which outcomes remain and why.
//
// The verdicts come from the tables below, which Python computes from the memory model. A scope
// either reaches the other threads or it does not; what does not reach them is as good as weak.
import { element, set, setText, onceAFrame, History, liveRegion } from "../widget-kit.js";

// Written by ideas.ptx.litmuslab.write_tables(); do not edit.
const TABLES = {"MP":{"title":"Message passing","slots":[[0,"st","[data], 1",["weak","relaxed","release"]],[0,"fence","",["none","acq_rel","sc"]],[0,"st","[flag], 1",["weak","relaxed","release"]],[1,"ld","r0, [flag]",["weak","relaxed","acquire"]],[1,"fence","",["none","acq_rel","sc"]],[1,"ld","r1, [data]",["weak","relaxed","acquire"]]],"names":["1:r0","1:r1"],"asked":2,"outcomes":[[0,0],[0,1],[1,0],[1,1]],"reasons":["|i rf 3|i rf 5","|i rf 3|0 rf 5","|2 rf 3|i rf 5","|2 rf 3|0 rf 5","Causality|0 po 2|2 sw 4|4 po 5|5 fr 0","Causality|0 po 2|2 sw 3|3 po 5|5 fr 0","Causality|0 po 1|1 sw 4|4 po 5|5 fr 0","Causality|0 po 1|1 sw 3|3 po 5|5 fr 0","Causality|0 po 1|1 sc 4|4 po 5|5 fr 0"],"rows":[[0,1,2,3],[0,1,4,3],[0,1,5,3],[0,1,6,3],[0,1,7,3],[0,1,8,3]],"programs":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0,0,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,5,5,5,0,0,0,0,0,0,5,5,5,0,0,0,0,0,0,5,5,5,0,0,0,0,0,0,5,5,5,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,5,5,5,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0,0,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,5,5,5,0,0,0,0,0,0,5,5,5,0,0,0,0,0,0,5,5,5,0,0,0,0,0,0,5,5,5,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,5,5,5,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0,0,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,5,5,5,0,0,0,0,0,0,5,5,5,0,0,0,0,0,0,5,5,5,0,0,0,0,0,0,5,5,5,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,5,5,5,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4]},"SB":{"title":"Store buffering","slots":[[0,"st","[x], 1",["weak","relaxed","release"]],[0,"fence","",["none","acq_rel","sc"]],[0,"ld","r0, [y]",["weak","relaxed","acquire"]],[1,"st","[y], 1",["weak","relaxed","release"]],[1,"fence","",["none","acq_rel","sc"]],[1,"ld","r0, [x]",["weak","relaxed","acquire"]]],"names":["0:r0","1:r0"],"asked":0,"outcomes":[[0,0],[0,1],[1,0],[1,1]],"reasons":["|i rf 2|i rf 5","|i rf 2|0 rf 5","|3 rf 2|i rf 5","|3 rf 2|0 rf 5","Causality|0 po 1|1 sc 4|4 po 5|5 fr 0"],"rows":[[0,1,2,3],[4,1,2,3]],"programs":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1]},"LB":{"title":"Load buffering","slots":[[0,"ld","r0, [x]",["weak","relaxed","acquire"]],[0,"fence","",["none","acq_rel","sc"]],[0,"st","[y], 1",["weak","relaxed","release"]],[1,"ld","r0, [y]",["weak","relaxed","acquire"]],[1,"fence","",["none","acq_rel","sc"]],[1,"st","[x], 1",["weak","relaxed","release"]]],"names":["0:r0","1:r0"],"asked":3,"outcomes":[[0,0],[0,1],[1,0],[1,1]],"reasons":["|i rf 0|i rf 3","|i rf 0|2 rf 3","|5 rf 0|i rf 3","|5 rf 0|2 rf 3","Causality|0 po 2|2 sw 4|4 po 5|5 rf 0","Causality|0 po 2|2 sw 3|3 po 5|5 rf 0","Causality|0 po 1|1 sw 4|4 po 5|5 rf 0","Causality|0 po 1|1 sw 3|3 po 5|5 rf 0","Causality|0 po 1|1 sc 4|4 po 5|5 rf 0","Causality|3 po 5|5 sw 1|1 po 2|2 rf 3","Causality|3 po 4|4 sw 1|1 po 2|2 rf 3","Coherence|5 sw 1|1 sw 4|4 po 5","Coherence|5 sw 1|1 sw 3|3 po 5","Coherence|2 sw 4|4 sw 1|1 po 2","Fence-SC|4 sw 1|1 sc 4","Causality|3 po 5|5 sw 0|0 po 2|2 rf 3","Causality|3 po 4|4 sw 0|0 po 2|2 rf 3","Coherence|2 sw 4|4 sw 0|0 po 2"],"rows":[[0,1,2,3],[0,1,2,4],[0,1,2,5],[0,1,2,6],[0,1,2,7],[0,1,2,8],[0,1,2,9],[0,1,2,10],[0,1,2,11],[0,1,2,12],[0,1,2,13],[0,1,2,14],[0,1,2,15],[0,1,2,16],[0,1,2,17]],"programs":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0,0,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,5,5,5,0,0,0,0,0,0,5,5,5,0,0,0,0,0,0,5,5,5,0,0,0,0,0,0,5,5,5,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,5,5,5,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,0,0,6,0,7,7,0,7,7,0,0,6,0,7,7,0,7,7,0,0,6,0,7,7,0,7,7,0,0,6,0,7,7,0,7,7,0,0,6,3,3,8,3,3,8,4,4,9,4,4,9,4,4,9,0,0,6,0,7,7,0,7,7,0,0,6,3,10,8,3,10,8,4,4,9,4,10,9,4,10,9,0,0,6,0,7,7,5,7,7,0,0,6,0,7,7,5,7,7,0,0,6,0,7,7,5,7,7,0,0,6,0,7,7,5,7,7,0,0,6,3,3,8,3,11,11,4,4,9,4,4,9,4,11,11,0,0,6,0,7,7,5,7,7,0,0,6,3,10,8,3,11,11,4,4,9,4,10,9,4,11,11,0,0,12,0,13,13,0,13,13,0,0,12,0,13,13,0,13,13,0,0,12,0,13,13,0,13,13,0,0,12,0,13,13,0,13,13,0,0,12,0,13,13,0,13,13,0,0,12,0,13,13,0,13,13,0,0,12,0,13,13,0,13,13,0,0,12,1,14,14,1,14,14,2,2,2,2,14,14,2,14,14,0,0,12,0,13,13,0,13,13,0,0,12,0,13,13,0,13,13,0,0,12,0,13,13,0,13,13,0,0,12,0,13,13,0,13,13,0,0,12,3,3,8,3,3,8,4,4,9,4,4,9,4,4,9,0,0,12,0,13,13,0,13,13,0,0,12,3,14,8,3,14,8,4,4,9,4,14,9,4,14,9,0,0,12,0,13,13,5,13,13,0,0,12,0,13,13,5,13,13,0,0,12,0,13,13,5,13,13,0,0,12,0,13,13,5,13,13,0,0,12,3,3,8,3,11,11,4,4,9,4,4,9,4,11,11,0,0,12,0,13,13,5,13,13,0,0,12,3,14,8,3,11,11,4,4,9,4,14,9,4,11,11]},"CoRR":{"title":"Coherence of two loads","slots":[[0,"st","[x], 1",["weak","relaxed","release"]],[1,"ld","r0, [x]",["weak","relaxed","acquire"]],[1,"fence","",["none","acq_rel","sc"]],[1,"ld","r1, [x]",["weak","relaxed","acquire"]]],"names":["1:r0","1:r1"],"asked":2,"outcomes":[[0,0],[0,1],[1,0],[1,1]],"reasons":["|i rf 1|i rf 3","|i rf 1|0 rf 3","|0 rf 1|i rf 3","|0 rf 1|0 rf 3","Causality|0 obs 1|1 po 3|3 fr 0","SC-per-Location|0 rf 1|1 po 3|3 fr 0","Causality|0 sw 3|3 fr 0","Causality|0 sw 2|2 po 3|3 fr 0","Causality|0 sw 1|1 po 3|3 fr 0"],"rows":[[0,1,2,3],[0,1,4,3],[0,1,5,3],[0,1,6,3],[0,1,7,3],[0,1,8,3]],"programs":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,2,2,1,2,2,1,2,2,1,2,2,1,2,2,1,2,2,0,0,0,0,0,0,0,0,0,1,2,3,4,2,3,4,2,3,5,2,3,5,2,3,5,2,3]},"S":{"title":"S: a load against a store","slots":[[0,"st","[x], 2",["weak","relaxed","release"]],[0,"fence","",["none","acq_rel","sc"]],[0,"st","[y], 1",["weak","relaxed","release"]],[1,"ld","r0, [y]",["weak","relaxed","acquire"]],[1,"fence","",["none","acq_rel","sc"]],[1,"st","[x], 1",["weak","relaxed","release"]]],"names":["1:r0","x"],"asked":3,"outcomes":[[0,1],[0,2],[1,1],[1,2]],"reasons":["|i rf 3","|2 rf 3","Coherence|0 po 2|2 sw 4|4 po 5|5 co 0","Coherence|0 po 2|2 sw 3|3 po 5|5 co 0","Coherence|0 po 1|1 sw 4|4 po 5|5 co 0","Coherence|0 po 1|1 sw 3|3 po 5|5 co 0","Coherence|0 po 1|1 sc 4|4 po 5|5 co 0"],"rows":[[0,0,1,1],[0,0,1,2],[0,0,1,3],[0,0,1,4],[0,0,1,5],[0,0,1,6]],"programs":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0,0,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,5,5,5,0,0,0,0,0,0,5,5,5,0,0,0,0,0,0,5,5,5,0,0,0,0,0,0,5,5,5,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,5,5,5,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0,0,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,5,5,5,0,0,0,0,0,0,5,5,5,0,0,0,0,0,0,5,5,5,0,0,0,0,0,0,5,5,5,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,5,5,5,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0,0,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,5,5,5,0,0,0,0,0,0,5,5,5,0,0,0,0,0,0,5,5,5,0,0,0,0,0,0,5,5,5,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,0,0,0,0,0,0,5,5,5,0,0,0,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4]},"R":{"title":"R: a store against a load","slots":[[0,"st","[x], 1",["weak","relaxed","release"]],[0,"fence","",["none","acq_rel","sc"]],[0,"st","[y], 1",["weak","relaxed","release"]],[1,"st","[y], 2",["weak","relaxed","release"]],[1,"fence","",["none","acq_rel","sc"]],[1,"ld","r0, [x]",["weak","relaxed","acquire"]]],"names":["y","1:r0"],"asked":2,"outcomes":[[1,0],[1,1],[2,0],[2,1]],"reasons":["|i rf 5","|0 rf 5","Coherence|3 po 4|4 sc 1|1 po 2|2 co 3"],"rows":[[0,1,0,1],[0,1,2,1]],"programs":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1]},"2+2W":{"title":"Two stores each","slots":[[0,"st","[x], 1",["weak","relaxed","release"]],[0,"fence","",["none","acq_rel","sc"]],[0,"st","[y], 2",["weak","relaxed","release"]],[1,"st","[y], 1",["weak","relaxed","release"]],[1,"fence","",["none","acq_rel","sc"]],[1,"st","[x], 2",["weak","relaxed","release"]]],"names":["x","y"],"asked":0,"outcomes":[[1,1],[1,2],[2,1],[2,2]],"reasons":["","Coherence|0 po 1|1 sc 4|4 po 5|5 co 0"],"rows":[[0,0,0,0],[1,0,0,0]],"programs":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,1,1,1]},"WRC":{"title":"Write to read causality","slots":[[0,"st","[x], 1",["weak","relaxed","release"]],[1,"ld","r0, [x]",["weak","relaxed","acquire"]],[1,"st","[y], 1",["weak","relaxed","release"]],[2,"ld","r0, [y]",["weak","relaxed","acquire"]],[2,"ld","r1, [x]",["weak","relaxed","acquire"]]],"names":["1:r0","2:r0","2:r1"],"asked":6,"outcomes":[[0,0,0],[0,0,1],[0,1,0],[0,1,1],[1,0,0],[1,0,1],[1,1,0],[1,1,1]],"reasons":["|i rf 1|i rf 3|i rf 4","|i rf 1|i rf 3|0 rf 4","|i rf 1|2 rf 3|i rf 4","|i rf 1|2 rf 3|0 rf 4","|0 rf 1|i rf 3|i rf 4","|0 rf 1|i rf 3|0 rf 4","|0 rf 1|2 rf 3|i rf 4","|0 rf 1|2 rf 3|0 rf 4","Causality|0 obs 1|1 po 2|2 sw 3|3 po 4|4 fr 0","Causality|0 sw 1|1 po 2|2 sw 3|3 po 4|4 fr 0"],"rows":[[0,1,2,3,4,5,6,7],[0,1,2,3,4,5,8,7],[0,1,2,3,4,5,9,7]],"programs":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2,2,2]},"ISA2":{"title":"A message passed on","slots":[[0,"st","[x], 1",["weak","relaxed","release"]],[0,"st","[f], 1",["weak","relaxed","release"]],[1,"ld","r0, [f]",["weak","relaxed","acquire"]],[1,"st","[g], 1",["weak","relaxed","release"]],[2,"ld","r0, [g]",["weak","relaxed","acquire"]],[2,"ld","r1, [x]",["weak","relaxed","acquire"]]],"names":["1:r0","2:r0","2:r1"],"asked":6,"outcomes":[[0,0,0],[0,0,1],[0,1,0],[0,1,1],[1,0,0],[1,0,1],[1,1,0],[1,1,1]],"reasons":["|i rf 2|i rf 4|i rf 5","|i rf 2|i rf 4|0 rf 5","|i rf 2|3 rf 4|i rf 5","|i rf 2|3 rf 4|0 rf 5","|1 rf 2|i rf 4|i rf 5","|1 rf 2|i rf 4|0 rf 5","|1 rf 2|3 rf 4|i rf 5","|1 rf 2|3 rf 4|0 rf 5","Causality|0 po 1|1 sw 2|2 po 3|3 sw 4|4 po 5|5 fr 0"],"rows":[[0,1,2,3,4,5,6,7],[0,1,2,3,4,5,8,7]],"programs":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1]},"IRIW":{"title":"Two readers of two writers","slots":[[0,"st","[x], 1",["relaxed","release"]],[1,"st","[y], 1",["relaxed","release"]],[2,"ld","r0, [x]",["relaxed","acquire"]],[2,"fence","",["none","acq_rel","sc"]],[2,"ld","r1, [y]",["relaxed","acquire"]],[3,"ld","r0, [y]",["relaxed","acquire"]],[3,"fence","",["none","acq_rel","sc"]],[3,"ld","r1, [x]",["relaxed","acquire"]]],"names":["2:r0","2:r1","3:r0","3:r1"],"asked":10,"outcomes":[[0,0,0,0],[0,0,0,1],[0,0,1,0],[0,0,1,1],[0,1,0,0],[0,1,0,1],[0,1,1,0],[0,1,1,1],[1,0,0,0],[1,0,0,1],[1,0,1,0],[1,0,1,1],[1,1,0,0],[1,1,0,1],[1,1,1,0],[1,1,1,1]],"reasons":["|i rf 2|i rf 4|i rf 5|i rf 7","|i rf 2|i rf 4|i rf 5|0 rf 7","|i rf 2|i rf 4|1 rf 5|i rf 7","|i rf 2|i rf 4|1 rf 5|0 rf 7","|i rf 2|1 rf 4|i rf 5|i rf 7","|i rf 2|1 rf 4|i rf 5|0 rf 7","|i rf 2|1 rf 4|1 rf 5|i rf 7","|i rf 2|1 rf 4|1 rf 5|0 rf 7","|0 rf 2|i rf 4|i rf 5|i rf 7","|0 rf 2|i rf 4|i rf 5|0 rf 7","|0 rf 2|i rf 4|1 rf 5|i rf 7","|0 rf 2|i rf 4|1 rf 5|0 rf 7","|0 rf 2|1 rf 4|i rf 5|i rf 7","|0 rf 2|1 rf 4|i rf 5|0 rf 7","|0 rf 2|1 rf 4|1 rf 5|i rf 7","|0 rf 2|1 rf 4|1 rf 5|0 rf 7","Causality|0 obs 2|2 po 3|3 sc 6|6 po 7|7 fr 0","Causality|1 sw 6|6 sc 3|3 po 4|4 fr 1","Causality|0 sw 3|3 sc 6|6 po 7|7 fr 0"],"rows":[[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15],[0,1,2,3,4,5,6,7,8,9,16,11,12,13,14,15],[0,1,2,3,4,5,6,7,8,9,17,11,12,13,14,15],[0,1,2,3,4,5,6,7,8,9,18,11,12,13,14,15]],"programs":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,0,0,0,0,1,1,0,0,0,0,1,1,0,0,0,0,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,0,0,0,0,1,1,0,0,0,0,1,1,0,0,0,0,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2,2,0,0,0,0,2,2,0,0,0,0,2,2,0,0,0,0,2,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2,2,0,0,0,0,2,2,0,0,0,0,2,2,0,0,0,0,2,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,3,0,0,0,0,3,3,0,0,0,0,3,3,0,0,0,0,3,3,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,3,0,0,0,0,3,3,0,0,0,0,3,3,0,0,0,0,3,3,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,3,0,0,0,0,3,3,0,0,0,0,3,3,0,0,0,0,3,3,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,3,0,0,0,0,3,3,0,0,0,0,3,3,0,0,0,0,3,3]}};

const SCOPES = ["cta", "cluster", "gpu", "sys"];
const APART = {
  cta: "in one block",
  cluster: "in blocks of one cluster",
  gpu: "in blocks of one GPU",
  sys: "on different GPUs",
};
const WORDS = {
  po: "comes before, in program order,",
  rf: "is read by",
  co: "comes before, in coherence order,",
  fr: "reads a value older than",
  sw: "synchronizes with",
  sc: "comes before, in Fence-SC order,",
  obs: "is observed by",
};
const AXIOMS = {
  Causality: "No read may contradict causality, the order that synchronization makes.",
  "SC-per-Location": "All threads agree on the order of strong accesses to one location.",
  Coherence: "Writes become visible in the order that causality gives them.",
  "Fence-SC": "The order of the fence.sc may not contradict causality.",
  Atomicity: "No write comes between the two halves of an atomic.",
  "No-Thin-Air": "No value may rest on itself.",
};

/** The tests by name, as Python tabulated them. */
export const TESTS = TABLES;

/** What a menu offers for one kind of instruction, from weak to strong. */
export function choicesOf([, kind, , levels]) {
  return levels.flatMap((level) => {
    if (level === "weak" || level === "none") return [level];
    const scoped = SCOPES.map((scope) => `${level}.${scope}`);
    return level === "relaxed" && kind !== "fence" ? [...scoped, "volatile"] : scoped;
  });
}

/** What a choice is worth between threads so far apart: an index of the slot's levels. */
export function levelOf([, , , levels], choice, apart) {
  const [order, scope] = (choice === "volatile" ? "relaxed.sys" : choice).split(".");
  if (!scope) return 0;
  return SCOPES.indexOf(scope) >= SCOPES.indexOf(apart) ? levels.indexOf(order) : 0;
}

/** The instruction of a slot, as text. */
export function instruction([, kind, rest], choice) {
  return choice === "none" ? "" : `${kind}.${choice} ${rest}`.trim();
}

/** For each outcome of a test, its reason: an axiom (or none) and the steps. */
export function look(name, apart, choices) {
  const test = TABLES[name];
  let index = 0;
  test.slots.forEach((slot, i) => {
    index = index * slot[3].length + levelOf(slot, choices[i], apart);
  });
  return test.rows[test.programs[index]].map((number) => {
    const [axiom, ...steps] = test.reasons[number].split("|");
    return { allowed: axiom === "", axiom, steps: steps.map((step) => step.split(" ")) };
  });
}

const shortName = (name) => name.replace(/^\d+:/, "");

/** An outcome in words: r0=1, r1=0; with the thread where registers of two have one name. */
export function outcomeText(test, values) {
  const short = test.names.map(shortName);
  const clash = new Set(short).size < short.length;
  return values.map((value, i) => `${clash ? test.names[i] : short[i]}=${value}`).join(", ");
}

const weakest = (test) => test.slots.map((slot) => choicesOf(slot)[0]).join(" ");

export default {
  check(state) {
    const test = Object.hasOwn(TABLES, state.test) ? TABLES[state.test] : null;
    const words = state.choices.split(" ");
    const good =
      test &&
      SCOPES.includes(state.apart) &&
      words.length === test.slots.length &&
      words.every((word, i) => choicesOf(test.slots[i]).includes(word)) &&
      Number.isInteger(state.outcome) &&
      state.outcome >= 0 &&
      state.outcome < test.outcomes.length;
    if (!good) throw new Error("not a state of this widget");
    return state;
  },

  render({ model, el }) {
    const history = new History(model, ["test", "apart", "choices", "outcome"], { pause: 20 });
    const live = liveRegion();
    let built = "";
    let menus = [];
    let buttons = [];
    let rows = [];

    const change = (values) => {
      for (const [name, value] of Object.entries(values)) model.set(name, value);
      model.save_changes();
    };
    const now = () => {
      const test = TABLES[model.get("test")];
      const choices = model.get("choices").split(" ");
      return { test, choices, found: look(model.get("test"), model.get("apart"), choices) };
    };
    const option = (value, text) => element("option", { value }, text);

    const tests = element(
      "select",
      {
        onchange: () => {
          const test = TABLES[tests.value];
          change({ test: tests.value, choices: weakest(test), outcome: test.asked });
        },
      },
      Object.entries(TABLES).map(([name, test]) => option(name, `${name}: ${test.title}`)),
    );
    const places = element(
      "select",
      { onchange: () => change({ apart: places.value }) },
      SCOPES.map((scope) => option(scope, APART[scope])),
    );
    const undo = element("button", { type: "button", onclick: () => history.undo() }, "Undo");
    const redo = element("button", { type: "button", onclick: () => history.redo() }, "Redo");
    const reset = element(
      "button",
      { type: "button", onclick: () => change({ choices: weakest(now().test) }) },
      "All weak",
    );
    const program = element("div", { class: "litmus-program" });
    const list = element("div", { class: "litmus-outcomes", role: "group" });
    const verdict = element("p", { class: "litmus-verdict" });
    const rule = element("p", { class: "litmus-rule" });
    const steps = element("ol", { class: "litmus-steps" });
    const root = element(
      "div",
      {
        class: "litmus-lab",
        role: "group",
        "aria-label": "Litmus laboratory",
        onkeydown: (event) => {
          if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
          event.preventDefault();
          if (event.shiftKey) history.redo();
          else history.undo();
        },
      },
      element(
        "div",
        { class: "litmus-bar" },
        element("label", {}, "Test ", tests),
        element("label", {}, "Threads ", places),
        element("div", { class: "litmus-buttons" }, undo, redo, reset),
      ),
      program,
      element("p", { class: "litmus-hint" }, "What may come out of one run? Choose an outcome to see why."),
      list,
      element("div", { class: "litmus-why" }, verdict, rule, steps),
      live.element,
    );

    const build = () => {
      const { test } = now();
      built = model.get("test");
      program.replaceChildren();
      list.replaceChildren();
      menus = [];
      rows = [];
      const threads = [...new Set(test.slots.map(([thread]) => thread))];
      for (const t of threads) {
        const column = element(
          "div",
          { class: "litmus-thread", role: "group", "aria-label": `Thread ${t}` },
          element("div", { class: "litmus-head" }, `Thread ${t}`),
        );
        test.slots.forEach((slot, i) => {
          if (slot[0] !== t) return;
          const [, kind, rest] = slot;
          const label = kind === "fence" ? "fence" : `${kind} ${rest}`;
          const menu = element(
            "select",
            {
              "aria-label": `Thread ${t}, ${label}`,
              onchange: () => {
                const words = model.get("choices").split(" ");
                words[i] = menu.value;
                change({ choices: words.join(" ") });
              },
            },
            choicesOf(slot).map((word) =>
              option(word, kind === "fence" ? (word === "none" ? "no fence" : `.${word}`) : `.${word}`),
            ),
          );
          menus[i] = menu;
          rows[i] = element(
            "div",
            { class: "litmus-line" },
            element("code", {}, kind),
            menu,
            element("code", {}, rest),
          );
          column.append(rows[i]);
        });
        program.append(column);
      }
      buttons = test.outcomes.map((values, n) =>
        element("button", { type: "button", onclick: () => change({ outcome: n }) },
          element("span", { class: "litmus-mark", "aria-hidden": "true" }),
          element("span", { class: "litmus-values" }, outcomeText(test, values)),
          element("span", { class: "litmus-word" }),
        ),
      );
      list.append(...buttons);
    };

    const eventText = (test, choices, place) => {
      if (place === "i") return "the initial value";
      const slot = test.slots[Number(place)];
      return `thread ${slot[0]}’s ${instruction(slot, choices[Number(place)])}`;
    };

    const draw = () => {
      if (built !== model.get("test")) build();
      const { test, choices, found } = now();
      const picked = model.get("outcome");
      tests.value = model.get("test");
      places.value = model.get("apart");
      menus.forEach((menu, i) => {
        if (menu.value !== choices[i]) menu.value = choices[i];
      });
      undo.setAttribute("aria-disabled", String(!history.past.length));
      redo.setAttribute("aria-disabled", String(!history.future.length));
      set(list, "aria-label", "Outcomes; choose one to see why");
      buttons.forEach((button, n) => {
        const { allowed } = found[n];
        set(button, "aria-pressed", n === picked);
        set(button, "data-verdict", allowed ? "allowed" : "forbidden");
        set(button, "data-asked", n === test.asked);
        setText(button.children[0], allowed ? "✓" : "✗");
        setText(button.children[2], allowed ? "allowed" : "forbidden");
      });
      const reason = found[picked];
      const said = outcomeText(test, test.outcomes[picked]);
      setText(
        verdict,
        reason.allowed
          ? `${said} is allowed. For example:`
          : `${said} is forbidden by ${reason.axiom}:`,
      );
      setText(rule, reason.allowed ? "" : AXIOMS[reason.axiom]);
      steps.replaceChildren(
        ...reason.steps.map(([a, order, b]) =>
          element(
            "li",
            { class: `litmus-${order}` },
            element("span", {}, eventText(test, choices, a)),
            ` ${order === "rf" && a === "i" ? "is what" : (WORDS[order] ?? order)} `,
            element("span", {}, eventText(test, choices, b)),
            order === "rf" && a === "i" ? " reads" : "",
          ),
        ),
      );
      const involved = reason.allowed ? new Set() : new Set(reason.steps.flatMap(([a, , b]) => [a, b]));
      rows.forEach((row, i) => {
        set(row, "data-involved", involved.has(String(i)));
        set(row, "data-reaches",
          !choices[i].includes(".") || levelOf(test.slots[i], choices[i], model.get("apart")) > 0);
      });
      const count = found.filter(({ allowed }) => allowed).length;
      live.say(
        `${count} of ${found.length} outcomes allowed. ${said} is ` +
          `${reason.allowed ? "allowed" : `forbidden by ${reason.axiom}`}.`,
      );
    };

    const redraw = onceAFrame(draw);
    model.on("change", redraw);
    for (const name of ["test", "apart", "choices", "outcome"]) model.on(`change:${name}`, redraw);
    draw();
    el.append(root);
  },
};
