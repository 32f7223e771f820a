// The law lab: a monad, a law, and what came of it; and a Writer over a table of your own.
import { element, set, setText, onceAFrame, History, liveRegion } from "../widget-kit.js";

// What Python's law checker found; `python -m ideas.monads.law_lab` writes it.
// data: begin
export const DATA = {
"laws": {
"functor identity": "map(id, m) = m",
"functor composition": "map(g . f, m) = map(g, map(f, m))",
"unit is natural": "map(f, unit(a)) = unit(f(a))",
"join is natural": "map(f, join(mm)) = join(map(map f, mm))",
"join left unit": "join(unit(m)) = m",
"join right unit": "join(map(unit, m)) = m",
"join associativity": "join(map(join, mmm)) = join(join(mmm))",
"left identity": "unit(a) >>= f = f(a)",
"right identity": "m >>= unit = m",
"associativity": "(m >>= f) >>= g = m >>= (x -> f(x) >>= g)",
"Kleisli left identity": "(unit >=> f)(a) = f(a)",
"Kleisli right identity": "(f >=> unit)(a) = f(a)",
"Kleisli associativity": "((f >=> g) >=> h)(a) = (f >=> (g >=> h))(a)",
"fish of three": "(f >=> g >=> h)(a) = ((f >=> g) >=> h)(a)",
"map from bind": "map(f, m) = m >>= (unit . f)",
"join from bind": "join(mm) = mm >>= id",
"bind from join": "m >>= f = join(map(f, m))",
"bind from fish": "m >>= f = (id >=> f)(m)",
"ap from bind": "ap(mf, ma) = mf >>= (f -> map(f, ma))",
"applicative identity": "ap(unit(id), m) = m",
"applicative homomorphism": "ap(unit(f), unit(a)) = unit(f(a))",
"applicative interchange": "ap(mf, unit(a)) = ap(unit(f -> f(a)), mf)",
"applicative composition": "ap(ap(map(compose, mg), mf), m) = ap(mg, ap(mf, m))",
"map from ap": "map(f, m) = ap(unit(f), m)",
"lift2 from ap": "lift2(pair, m, n) = ap(map(a -> b -> (a, b), m), n)",
"then from bind": "m >> n = m >>= (_ -> n)",
"traverse from bind": "traverse(f, (a, b)) = f(a) >>= x -> f(b) >>= y -> unit((x, y))",
"traverse identity": "traverse(unit, (a, b)) = unit((a, b))",
"sequence from traverse": "sequence((m, n)) = traverse(id, (m, n))",
"fold_m from bind": "fold_m(step, a, (b, c)) = step(a, b) >>= x -> step(x, c)",
"tail_rec_m from bind": "tail_rec_m(f, then g; a) = f(a) >>= g",
"zero on the left of plus": "zero + m = m",
"zero on the right of plus": "m + zero = m",
"plus is associative": "(m + n) + o = m + (n + o)",
"left zero": "zero >>= f = zero",
"right zero": "m >> zero = zero",
"left catch": "unit(a) + m = unit(a)",
"left distribution": "(m + n) >>= f = (m >>= f) + (n >>= f)",
"run of get": "get.run(s) = (s, s)",
"run of put": "put(s).run(t) = (None, s)",
"put then get": "put(s) >> get = put(s) >> unit(s)",
"get then put": "get >>= put = unit(None)",
"put then put": "put(s) >> put(t) = put(t)",
"run of ask": "ask.run(e) = e",
"ask twice": "ask >>= a -> ask >>= b -> unit((a, b)) = map(a -> (a, a), ask)",
"inverse": "m m^-1 = the empty word"
},
"lawful": [
"Identity",
"Maybe",
"Either",
"List",
"State",
"Reader",
"Writer",
"Dist",
"FreeGroup",
"Cont",
"Free",
"IO"
],
"lawless": [
"naive ListT",
"diagonal ZipList",
"frozenset on 0, 1, True",
"None as Nothing",
"Dist on floats",
"accumulating Either",
"counting bind",
"Promise"
],
"found": {
"Identity": {
"functor identity": 6,
"functor composition": 470,
"unit is natural": 142,
"join is natural": 142,
"join left unit": 6,
"join right unit": 6,
"join associativity": 6,
"left identity": 142,
"right identity": 6,
"associativity": 470,
"Kleisli left identity": 142,
"Kleisli right identity": 142,
"Kleisli associativity": 495,
"fish of three": 495,
"map from bind": 142,
"join from bind": 6,
"bind from join": 142,
"bind from fish": 142,
"ap from bind": 142,
"applicative identity": 6,
"applicative homomorphism": 142,
"applicative interchange": 142,
"applicative composition": 470,
"map from ap": 142,
"lift2 from ap": 36,
"then from bind": 36,
"traverse from bind": 386,
"traverse identity": 14,
"sequence from traverse": 14,
"fold_m from bind": 90,
"tail_rec_m from bind": 470
},
"Maybe": {
"functor identity": 9,
"functor composition": 445,
"unit is natural": 142,
"join is natural": 254,
"join left unit": 9,
"join right unit": 9,
"join associativity": 15,
"left identity": 364,
"right identity": 9,
"associativity": 458,
"Kleisli left identity": 364,
"Kleisli right identity": 364,
"Kleisli associativity": 490,
"fish of three": 490,
"map from bind": 198,
"join from bind": 12,
"bind from join": 245,
"bind from fish": 245,
"ap from bind": 225,
"applicative identity": 9,
"applicative homomorphism": 142,
"applicative interchange": 160,
"applicative composition": 485,
"map from ap": 198,
"lift2 from ap": 81,
"then from bind": 81,
"traverse from bind": 440,
"traverse identity": 14,
"sequence from traverse": 29,
"fold_m from bind": 212,
"zero on the left of plus": 9,
"zero on the right of plus": 9,
"plus is associative": 99,
"left zero": 137,
"right zero": 9,
"left catch": 20,
"tail_rec_m from bind": 437
},
"Either": {
"functor identity": 12,
"functor composition": 393,
"unit is natural": 142,
"join is natural": 366,
"join left unit": 12,
"join right unit": 12,
"join associativity": 24,
"left identity": 385,
"right identity": 12,
"associativity": 468,
"Kleisli left identity": 385,
"Kleisli right identity": 385,
"Kleisli associativity": 486,
"fish of three": 486,
"map from bind": 254,
"join from bind": 18,
"bind from join": 371,
"bind from fish": 371,
"ap from bind": 326,
"applicative identity": 12,
"applicative homomorphism": 142,
"applicative interchange": 178,
"applicative composition": 462,
"map from ap": 254,
"lift2 from ap": 144,
"then from bind": 144,
"traverse from bind": 455,
"traverse identity": 14,
"sequence from traverse": 50,
"fold_m from bind": 410,
"tail_rec_m from bind": 497
},
"List": {
"functor identity": 23,
"functor composition": 467,
"unit is natural": 142,
"join is natural": 363,
"join left unit": 23,
"join right unit": 23,
"join associativity": 183,
"left identity": 220,
"right identity": 23,
"associativity": 468,
"Kleisli left identity": 220,
"Kleisli right identity": 220,
"Kleisli associativity": 468,
"fish of three": 468,
"map from bind": 233,
"join from bind": 253,
"bind from join": 475,
"bind from fish": 475,
"ap from bind": 276,
"applicative identity": 23,
"applicative homomorphism": 142,
"applicative interchange": 481,
"applicative composition": 450,
"map from ap": 233,
"lift2 from ap": 360,
"then from bind": 360,
"traverse from bind": 498,
"traverse identity": 14,
"sequence from traverse": 227,
"fold_m from bind": 101,
"zero on the left of plus": 23,
"zero on the right of plus": 23,
"plus is associative": 370,
"left zero": 277,
"right zero": 23,
"left distribution": 207,
"tail_rec_m from bind": 312
},
"State": {
"functor identity": 56,
"functor composition": 440,
"unit is natural": 142,
"join is natural": 384,
"join left unit": 56,
"join right unit": 56,
"join associativity": 500,
"left identity": 280,
"right identity": 56,
"associativity": 320,
"Kleisli left identity": 280,
"Kleisli right identity": 280,
"Kleisli associativity": 320,
"fish of three": 320,
"map from bind": 284,
"join from bind": 64,
"bind from join": 480,
"bind from fish": 480,
"ap from bind": 432,
"applicative identity": 56,
"applicative homomorphism": 142,
"applicative interchange": 204,
"applicative composition": 320,
"map from ap": 284,
"lift2 from ap": 432,
"then from bind": 432,
"traverse from bind": 120,
"traverse identity": 14,
"sequence from traverse": 272,
"fold_m from bind": 4,
"tail_rec_m from bind": 464,
"run of get": 6,
"run of put": 14,
"put then get": 6,
"get then put": 1,
"put then put": 14
},
"Reader": {
"functor identity": 14,
"functor composition": 408,
"unit is natural": 142,
"join is natural": 311,
"join left unit": 14,
"join right unit": 14,
"join associativity": 257,
"left identity": 405,
"right identity": 14,
"associativity": 337,
"Kleisli left identity": 405,
"Kleisli right identity": 405,
"Kleisli associativity": 497,
"fish of three": 497,
"map from bind": 386,
"join from bind": 98,
"bind from join": 415,
"bind from fish": 415,
"ap from bind": 415,
"applicative identity": 14,
"applicative homomorphism": 142,
"applicative interchange": 405,
"applicative composition": 337,
"map from ap": 386,
"lift2 from ap": 196,
"then from bind": 196,
"traverse from bind": 415,
"traverse identity": 14,
"sequence from traverse": 98,
"fold_m from bind": 33,
"tail_rec_m from bind": 490,
"run of ask": 6,
"ask twice": 1
},
"Writer": {
"functor identity": 18,
"functor composition": 492,
"unit is natural": 142,
"join is natural": 333,
"join left unit": 18,
"join right unit": 18,
"join associativity": 162,
"left identity": 351,
"right identity": 18,
"associativity": 486,
"Kleisli left identity": 351,
"Kleisli right identity": 351,
"Kleisli associativity": 486,
"fish of three": 486,
"map from bind": 426,
"join from bind": 54,
"bind from join": 324,
"bind from fish": 324,
"ap from bind": 333,
"applicative identity": 18,
"applicative homomorphism": 142,
"applicative interchange": 426,
"applicative composition": 486,
"map from ap": 426,
"lift2 from ap": 324,
"then from bind": 324,
"traverse from bind": 441,
"traverse identity": 14,
"sequence from traverse": 126,
"fold_m from bind": 75,
"tail_rec_m from bind": 486
},
"Dist": {
"functor identity": 5,
"functor composition": 105,
"unit is natural": 13,
"join is natural": 83,
"join left unit": 5,
"join right unit": 5,
"join associativity": 257,
"left identity": 39,
"right identity": 5,
"associativity": 157,
"Kleisli left identity": 39,
"Kleisli right identity": 39,
"Kleisli associativity": 463,
"fish of three": 463,
"map from bind": 23,
"join from bind": 17,
"bind from join": 73,
"bind from fish": 73,
"ap from bind": 73,
"applicative identity": 5,
"applicative homomorphism": 13,
"applicative interchange": 39,
"applicative composition": 157,
"map from ap": 23,
"lift2 from ap": 25,
"then from bind": 25,
"traverse from bind": 73,
"traverse identity": 5,
"sequence from traverse": 17,
"fold_m from bind": 33,
"tail_rec_m from bind": 115
},
"FreeGroup": {
"functor identity": 59,
"functor composition": 461,
"unit is natural": 142,
"join is natural": 303,
"join left unit": 59,
"join right unit": 59,
"join associativity": 385,
"left identity": 484,
"right identity": 59,
"associativity": 125,
"Kleisli left identity": 484,
"Kleisli right identity": 484,
"Kleisli associativity": 125,
"fish of three": 125,
"map from bind": 305,
"join from bind": 318,
"bind from join": 295,
"bind from fish": 295,
"ap from bind": 380,
"applicative identity": 59,
"applicative homomorphism": 142,
"applicative interchange": 214,
"applicative composition": 125,
"map from ap": 305,
"lift2 from ap": 380,
"then from bind": 380,
"traverse from bind": 159,
"traverse identity": 14,
"sequence from traverse": 314,
"fold_m from bind": 5,
"tail_rec_m from bind": 360,
"inverse": 59
},
"Cont": {
"functor identity": 28,
"functor composition": 492,
"unit is natural": 142,
"join is natural": 465,
"join left unit": 28,
"join right unit": 28,
"join associativity": 58,
"left identity": 380,
"right identity": 28,
"associativity": 448,
"Kleisli left identity": 380,
"Kleisli right identity": 380,
"Kleisli associativity": 448,
"fish of three": 448,
"map from bind": 320,
"join from bind": 43,
"bind from join": 368,
"bind from fish": 368,
"ap from bind": 456,
"applicative identity": 28,
"applicative homomorphism": 142,
"applicative interchange": 229,
"applicative composition": 448,
"map from ap": 320,
"lift2 from ap": 464,
"then from bind": 464,
"traverse from bind": 348,
"traverse identity": 14,
"sequence from traverse": 336,
"fold_m from bind": 4,
"tail_rec_m from bind": 496
},
"Free": {
"functor identity": 20,
"functor composition": 500,
"unit is natural": 142,
"join is natural": 402,
"join left unit": 20,
"join right unit": 20,
"join associativity": 42,
"left identity": 412,
"right identity": 20,
"associativity": 368,
"Kleisli left identity": 412,
"Kleisli right identity": 412,
"Kleisli associativity": 496,
"fish of three": 496,
"map from bind": 204,
"join from bind": 204,
"bind from join": 376,
"bind from fish": 376,
"ap from bind": 196,
"applicative identity": 20,
"applicative homomorphism": 142,
"applicative interchange": 466,
"applicative composition": 488,
"map from ap": 204,
"lift2 from ap": 400,
"then from bind": 400,
"traverse from bind": 252,
"traverse identity": 14,
"sequence from traverse": 184,
"fold_m from bind": 74,
"tail_rec_m from bind": 488
},
"IO": {
"functor identity": 26,
"functor composition": 478,
"unit is natural": 142,
"join is natural": 490,
"join left unit": 26,
"join right unit": 26,
"join associativity": 255,
"left identity": 253,
"right identity": 26,
"associativity": 450,
"Kleisli left identity": 253,
"Kleisli right identity": 253,
"Kleisli associativity": 477,
"fish of three": 477,
"map from bind": 265,
"join from bind": 350,
"bind from join": 150,
"bind from fish": 150,
"ap from bind": 339,
"applicative identity": 26,
"applicative homomorphism": 142,
"applicative interchange": 287,
"applicative composition": 378,
"map from ap": 265,
"lift2 from ap": 451,
"then from bind": 451,
"traverse from bind": 318,
"traverse identity": 14,
"sequence from traverse": 298,
"fold_m from bind": 131,
"tail_rec_m from bind": 348
},
"naive ListT": {
"functor identity": 128,
"functor composition": 2962,
"unit is natural": 142,
"join is natural": 2993,
"join left unit": 128,
"join right unit": 128,
"join associativity": 458,
"left identity": 466,
"right identity": 128,
"associativity": {
"with": [
[
"m",
"((0, 0),)"
],
[
"f",
"{0: ((), (0,))}"
],
[
"g",
"{0: ((), (0,))}"
]
],
"left": [
[
"m >>= f",
"((), (0,), (0,), (0, 0))"
],
[
"that >>= g",
"((), (), (0,), (), (0,), (), (0,), (0,), (0, 0))"
]
],
"right": [
[
"x -> f(x) >>= g",
"{0: ((), (), (0,))}"
],
[
"m >>= that",
"((), (), (0,), (), (), (0,), (0,), (0,), (0, 0))"
]
]
},
"Kleisli left identity": 466,
"Kleisli right identity": 466,
"Kleisli associativity": {
"with": [
[
"f",
"{0: ((0, 0),)}"
],
[
"g",
"{0: ((), (0,))}"
],
[
"h",
"{0: ((), (0,))}"
],
[
"a",
"0"
]
],
"left": [
[
"((f >=> g) >=> h)(a)",
"((), (), (0,), (), (0,), (), (0,), (0,), (0, 0))"
]
],
"right": [
[
"(f >=> (g >=> h))(a)",
"((), (), (0,), (), (), (0,), (0,), (0,), (0, 0))"
]
]
},
"fish of three": 2197,
"map from bind": 2964,
"join from bind": 293,
"bind from join": 1664,
"bind from fish": 1664,
"ap from bind": 2405,
"applicative identity": 128,
"applicative homomorphism": 142,
"applicative interchange": 874,
"applicative composition": {
"with": [
[
"mg",
"(({0: 0}, {0: 0}),)"
],
[
"mf",
"((), ({0: 0},))"
],
[
"m",
"((), (0,))"
]
],
"left": [
[
"ap(ap(map(compose, mg), mf), m)",
"((), (), (0,), (), (0,), (), (0,), (0,), (0, 0))"
]
],
"right": [
[
"ap(mf, m)",
"((), (), (0,))"
],
[
"ap(mg, that)",
"((), (), (0,), (), (), (0,), (0,), (0,), (0, 0))"
]
]
},
"map from ap": 2964,
"lift2 from ap": 2405,
"then from bind": 2405,
"traverse from bind": 804,
"traverse identity": 14,
"sequence from traverse": 169,
"fold_m from bind": 13,
"tail_rec_m from bind": 1664
},
"diagonal ZipList": {
"functor identity": 23,
"functor composition": 2376,
"unit is natural": 142,
"join is natural": 2523,
"join left unit": 23,
"join right unit": 23,
"join associativity": {
"with": [
[
"mmm",
"(((0,),), ((), (0, 0)))"
]
],
"left": [
[
"map(join, mmm)",
"((0,), ())"
],
[
"join(that)",
"(0,)"
]
],
"right": [
[
"join(mmm)",
"((0,), (0, 0))"
],
[
"join(that)",
"(0, 0)"
]
]
},
"left identity": 1587,
"right identity": 23,
"associativity": 2667,
"Kleisli left identity": 1587,
"Kleisli right identity": 1587,
"Kleisli associativity": 2829,
"fish of three": 2829,
"map from bind": 584,
"join from bind": 253,
"bind from join": 2009,
"bind from fish": 2009,
"ap from bind": 1862,
"applicative identity": 23,
"applicative homomorphism": 142,
"applicative interchange": 2752,
"applicative composition": 2649,
"map from ap": 584,
"lift2 from ap": 529,
"then from bind": 529,
"traverse from bind": 1174,
"traverse identity": 14,
"sequence from traverse": 227,
"fold_m from bind": 101,
"tail_rec_m from bind": 2932
},
"frozenset on 0, 1, True": {
"functor identity": 13,
"functor composition": {
"with": [
[
"m",
"frozenset({0, 1})"
],
[
"f",
"{0: 1, 1: True}"
],
[
"g",
"{0: 0, 1: 0, True: 1}"
]
],
"left": [
[
"g . f",
"{0: 0, 1: 1}"
],
[
"map(that, m)",
"frozenset({0, 1})"
]
],
"right": [
[
"map(f, m)",
"frozenset({1})"
],
[
"map(g, that)",
"frozenset({0})"
]
]
},
"unit is natural": 142,
"join is natural": {
"with": [
[
"f",
"{0: 0, 1: 0, True: 1}"
],
[
"mm",
"frozenset({frozenset({0, 1}), frozenset({True})})"
]
],
"left": [
[
"join(mm)",
"frozenset({0, 1})"
],
[
"map(f, that)",
"frozenset({0})"
]
],
"right": [
[
"map(map f, mm)",
"frozenset({frozenset({1}), frozenset({0})})"
],
[
"join(that)",
"frozenset({0, 1})"
]
]
},
"join left unit": 13,
"join right unit": 13,
"join associativity": 514,
"left identity": 1396,
"right identity": 13,
"associativity": 2804,
"Kleisli left identity": 1396,
"Kleisli right identity": 1396,
"Kleisli associativity": 2988,
"fish of three": 2988,
"map from bind": 320,
"join from bind": 44,
"bind from join": 806,
"bind from fish": 806,
"ap from bind": 535,
"applicative identity": 13,
"applicative homomorphism": 142,
"applicative interchange": 1385,
"applicative composition": 2814,
"map from ap": 320,
"lift2 from ap": 169,
"then from bind": 169,
"traverse from bind": 937,
"traverse identity": 14,
"sequence from traverse": 69,
"fold_m from bind": 1063,
"tail_rec_m from bind": 2646
},
"None as Nothing": {
"functor identity": 4,
"functor composition": {
"with": [
[
"m",
"0"
],
[
"f",
"{0: None}"
],
[
"g",
"{0: 0, None: 0}"
]
],
"left": [
[
"g . f",
"{0: 0}"
],
[
"map(that, m)",
"0"
]
],
"right": [
[
"map(f, m)",
"None"
],
[
"map(g, that)",
"None"
]
]
},
"unit is natural": {
"with": [
[
"f",
"{0: 0, None: 0}"
],
[
"a",
"None"
]
],
"left": [
[
"unit(a)",
"None"
],
[
"map(f, that)",
"None"
]
],
"right": [
[
"f(a)",
"0"
],
[
"unit(that)",
"0"
]
]
},
"join is natural": 16,
"join left unit": 4,
"join right unit": 4,
"join associativity": 4,
"left identity": {
"with": [
[
"a",
"None"
],
[
"f",
"{0: 0, None: 0}"
]
],
"left": [
[
"unit(a)",
"None"
],
[
"that >>= f",
"None"
]
],
"right": [
[
"f(a)",
"0"
]
]
},
"right identity": 4,
"associativity": 144,
"Kleisli left identity": {
"with": [
[
"f",
"{0: 0, None: 0}"
],
[
"a",
"None"
]
],
"left": [
[
"(unit >=> f)(a)",
"None"
]
],
"right": [
[
"f(a)",
"0"
]
]
},
"Kleisli right identity": 20,
"Kleisli associativity": 720,
"fish of three": 720,
"map from bind": 16,
"join from bind": 4,
"bind from join": 24,
"bind from fish": 24,
"ap from bind": 24,
"applicative identity": 4,
"applicative homomorphism": {
"with": [
[
"f",
"{0: 0, None: 0}"
],
[
"a",
"None"
]
],
"left": [
[
"unit(a)",
"None"
],
[
"ap(unit(f), that)",
"None"
]
],
"right": [
[
"f(a)",
"0"
],
[
"unit(that)",
"0"
]
]
},
"applicative interchange": {
"with": [
[
"mf",
"{0: 0, None: 0}"
],
[
"a",
"None"
]
],
"left": [
[
"unit(a)",
"None"
],
[
"ap(mf, that)",
"None"
]
],
"right": [
[
"ap(unit(f -> f(a)), mf)",
"0"
]
]
},
"applicative composition": {
"with": [
[
"mg",
"{0: 0, None: 0}"
],
[
"mf",
"{0: None}"
],
[
"m",
"0"
]
],
"left": [
[
"ap(ap(map(compose, mg), mf), m)",
"0"
]
],
"right": [
[
"ap(mf, m)",
"None"
],
[
"ap(mg, that)",
"None"
]
]
},
"map from ap": 16,
"lift2 from ap": 16,
"then from bind": 16,
"traverse from bind": {
"with": [
[
"f",
"{0: 0}"
],
[
"a",
"0"
],
[
"b",
"0"
]
],
"left": [
[
"f(a)",
"0"
],
[
"f(b)",
"0"
],
[
"traverse(f, (a, b))",
"None"
]
],
"right": [
[
"f(a) >>= x -> f(b) >>= y -> unit((x, y))",
"(0, 0)"
]
]
},
"traverse identity": {
"with": [
[
"a",
"0"
],
[
"b",
"0"
]
],
"left": [
[
"traverse(unit, (a, b))",
"None"
]
],
"right": [
[
"unit((a, b))",
"(0, 0)"
]
]
},
"sequence from traverse": 8,
"fold_m from bind": {
"with": [
[
"f",
"{0: 0, None: 0}"
],
[
"a",
"None"
]
],
"left": [
[
"fold_m(f after first, a, (0, 0))",
"None"
]
],
"right": [
[
"f(a)",
"0"
],
[
"that >>= f",
"0"
]
]
},
"tail_rec_m from bind": 120
},
"Dist on floats": {
"functor identity": 5,
"functor composition": 105,
"unit is natural": 13,
"join is natural": 83,
"join left unit": 5,
"join right unit": 5,
"join associativity": {
"with": [
[
"mmm",
"Dist({Dist({Dist({0: 1.0}): 1.0}): 0.1, Dist({Dist({1: 1.0}): 0.1, Dist({1: 0.1, 0: 0.9}): 0.9}): 0.9})"
]
],
"left": [
[
"map(join, mmm)",
"Dist({Dist({0: 1.0}): 0.1, Dist({1: 0.19, 0: 0.81}): 0.9})"
],
[
"join(that)",
"Dist({0: 0.8290000000000001, 1: 0.171})"
]
],
"right": [
[
"join(mmm)",
"Dist({Dist({0: 1.0}): 0.1, Dist({1: 1.0}): 0.09000000000000001, Dist({1: 0.1, 0: 0.9}): 0.81})"
],
[
"join(that)",
"Dist({0: 0.8290000000000001, 1: 0.17100000000000004})"
]
]
},
"left identity": 39,
"right identity": 5,
"associativity": {
"with": [
[
"m",
"Dist({0: 0.1, 1: 0.9})"
],
[
"f",
"{0: Dist({0: 1.0}), 1: Dist({0: 0.1, 1: 0.9})}"
],
[
"g",
"{0: Dist({0: 0.1, 1: 0.9}), 1: Dist({0: 1.0})}"
]
],
"left": [
[
"m >>= f",
"Dist({0: 0.19, 1: 0.81})"
],
[
"that >>= g",
"Dist({0: 0.8290000000000001, 1: 0.171})"
]
],
"right": [
[
"x -> f(x) >>= g",
"{0: Dist({0: 0.1, 1: 0.9}), 1: Dist({0: 0.91, 1: 0.09000000000000001})}"
],
[
"m >>= that",
"Dist({0: 0.8290000000000001, 1: 0.17100000000000004})"
]
]
},
"Kleisli left identity": 39,
"Kleisli right identity": 39,
"Kleisli associativity": {
"with": [
[
"f",
"{0: Dist({0: 0.1, 1: 0.9})}"
],
[
"g",
"{0: Dist({0: 1.0}), 1: Dist({0: 0.1, 1: 0.9})}"
],
[
"h",
"{0: Dist({0: 0.1, 1: 0.9}), 1: Dist({0: 1.0})}"
],
[
"a",
"0"
]
],
"left": [
[
"((f >=> g) >=> h)(a)",
"Dist({0: 0.8290000000000001, 1: 0.171})"
]
],
"right": [
[
"(f >=> (g >=> h))(a)",
"Dist({0: 0.8290000000000001, 1: 0.17100000000000004})"
]
]
},
"fish of three": 1999,
"map from bind": 23,
"join from bind": 17,
"bind from join": 73,
"bind from fish": 73,
"ap from bind": 73,
"applicative identity": 5,
"applicative homomorphism": 13,
"applicative interchange": 39,
"applicative composition": {
"with": [
[
"mg",
"Dist({{0: 0, 1: 1}: 0.1, {0: 0, 1: 0}: 0.9})"
],
[
"mf",
"Dist({{0: 1}: 0.1, {0: 0}: 0.9})"
],
[
"m",
"Dist({0: 1.0})"
]
],
"left": [
[
"ap(ap(map(compose, mg), mf), m)",
"Dist({1: 0.010000000000000002, 0: 0.9900000000000001})"
]
],
"right": [
[
"ap(mf, m)",
"Dist({1: 0.1, 0: 0.9})"
],
[
"ap(mg, that)",
"Dist({1: 0.010000000000000002, 0: 0.99})"
]
]
},
"map from ap": 23,
"lift2 from ap": 25,
"then from bind": 25,
"traverse from bind": 73,
"traverse identity": 5,
"sequence from traverse": 17,
"fold_m from bind": 33,
"tail_rec_m from bind": 627
},
"accumulating Either": {
"functor identity": 12,
"functor composition": 2695,
"unit is natural": 142,
"join is natural": 366,
"join left unit": 12,
"join right unit": 12,
"join associativity": 24,
"left identity": 760,
"right identity": 12,
"associativity": 2526,
"Kleisli left identity": 760,
"Kleisli right identity": 760,
"Kleisli associativity": 2904,
"fish of three": 2904,
"map from bind": 254,
"join from bind": 18,
"bind from join": 1316,
"bind from fish": 1316,
"ap from bind": {
"with": [
[
"mf",
"Left(value=('e',))"
],
[
"ma",
"Left(value=('e',))"
]
],
"left": [
[
"ap(mf, ma)",
"Left(value=('e', 'e'))"
]
],
"right": [
[
"mf >>= (f -> map(f, ma))",
"Left(value=('e',))"
]
]
},
"applicative identity": 12,
"applicative homomorphism": 142,
"applicative interchange": 178,
"applicative composition": 2804,
"map from ap": 254,
"lift2 from ap": {
"with": [
[
"m",
"Left(value=('e',))"
],
[
"n",
"Left(value=('e',))"
]
],
"left": [
[
"lift2(pair, m, n)",
"Left(value=('e',))"
]
],
"right": [
[
"ap(map(a -> b -> (a, b), m), n)",
"Left(value=('e', 'e'))"
]
]
},
"then from bind": 144,
"traverse from bind": 2156,
"traverse identity": 14,
"sequence from traverse": 50,
"fold_m from bind": 410,
"tail_rec_m from bind": 2899
},
"counting bind": {
"functor identity": {
"with": [
[
"m",
"Counted(value=0, binds=0)"
]
],
"left": [
[
"map(id, m)",
"Counted(value=0, binds=1)"
]
],
"right": [
[
"m",
"Counted(value=0, binds=0)"
]
]
},
"functor composition": {
"with": [
[
"m",
"Counted(value=0, binds=0)"
],
[
"f",
"{0: 0}"
],
[
"g",
"{0: 0}"
]
],
"left": [
[
"g . f",
"{0: 0}"
],
[
"map(that, m)",
"Counted(value=0, binds=1)"
]
],
"right": [
[
"map(f, m)",
"Counted(value=0, binds=1)"
],
[
"map(g, that)",
"Counted(value=0, binds=2)"
]
]
},
"unit is natural": {
"with": [
[
"f",
"{0: 0}"
],
[
"a",
"0"
]
],
"left": [
[
"unit(a)",
"Counted(value=0, binds=0)"
],
[
"map(f, that)",
"Counted(value=0, binds=1)"
]
],
"right": [
[
"f(a)",
"0"
],
[
"unit(that)",
"Counted(value=0, binds=0)"
]
]
},
"join is natural": {
"with": [
[
"f",
"{0: 0}"
],
[
"mm",
"Counted(value=Counted(value=0, binds=0), binds=0)"
]
],
"left": [
[
"join(mm)",
"Counted(value=0, binds=1)"
],
[
"map(f, that)",
"Counted(value=0, binds=2)"
]
],
"right": [
[
"map(map f, mm)",
"Counted(value=Counted(value=0, binds=1), binds=1)"
],
[
"join(that)",
"Counted(value=0, binds=3)"
]
]
},
"join left unit": {
"with": [
[
"m",
"Counted(value=0, binds=0)"
]
],
"left": [
[
"unit(m)",
"Counted(value=Counted(value=0, binds=0), binds=0)"
],
[
"join(that)",
"Counted(value=0, binds=1)"
]
],
"right": [
[
"m",
"Counted(value=0, binds=0)"
]
]
},
"join right unit": {
"with": [
[
"m",
"Counted(value=0, binds=0)"
]
],
"left": [
[
"map(unit, m)",
"Counted(value=Counted(value=0, binds=0), binds=1)"
],
[
"join(that)",
"Counted(value=0, binds=2)"
]
],
"right": [
[
"m",
"Counted(value=0, binds=0)"
]
]
},
"join associativity": {
"with": [
[
"mmm",
"Counted(value=Counted(value=Counted(value=0, binds=0), binds=0), binds=0)"
]
],
"left": [
[
"map(join, mmm)",
"Counted(value=Counted(value=0, binds=1), binds=1)"
],
[
"join(that)",
"Counted(value=0, binds=3)"
]
],
"right": [
[
"join(mmm)",
"Counted(value=Counted(value=0, binds=0), binds=1)"
],
[
"join(that)",
"Counted(value=0, binds=2)"
]
]
},
"left identity": {
"with": [
[
"a",
"0"
],
[
"f",
"{0: Counted(value=0, binds=0)}"
]
],
"left": [
[
"unit(a)",
"Counted(value=0, binds=0)"
],
[
"that >>= f",
"Counted(value=0, binds=1)"
]
],
"right": [
[
"f(a)",
"Counted(value=0, binds=0)"
]
]
},
"right identity": {
"with": [
[
"m",
"Counted(value=0, binds=0)"
]
],
"left": [
[
"m >>= unit",
"Counted(value=0, binds=1)"
]
],
"right": [
[
"m",
"Counted(value=0, binds=0)"
]
]
},
"associativity": 2928,
"Kleisli left identity": {
"with": [
[
"f",
"{0: Counted(value=0, binds=0)}"
],
[
"a",
"0"
]
],
"left": [
[
"(unit >=> f)(a)",
"Counted(value=0, binds=1)"
]
],
"right": [
[
"f(a)",
"Counted(value=0, binds=0)"
]
]
},
"Kleisli right identity": {
"with": [
[
"f",
"{0: Counted(value=0, binds=0)}"
],
[
"a",
"0"
]
],
"left": [
[
"(f >=> unit)(a)",
"Counted(value=0, binds=1)"
]
],
"right": [
[
"f(a)",
"Counted(value=0, binds=0)"
]
]
},
"Kleisli associativity": 2960,
"fish of three": 2960,
"map from bind": 284,
"join from bind": 24,
"bind from join": {
"with": [
[
"m",
"Counted(value=0, binds=0)"
],
[
"f",
"{0: Counted(value=0, binds=0)}"
]
],
"left": [
[
"m >>= f",
"Counted(value=0, binds=1)"
]
],
"right": [
[
"map(f, m)",
"Counted(value=Counted(value=0, binds=0), binds=1)"
],
[
"join(that)",
"Counted(value=0, binds=2)"
]
]
},
"bind from fish": 1976,
"ap from bind": 568,
"applicative identity": {
"with": [
[
"m",
"Counted(value=0, binds=0)"
]
],
"left": [
[
"ap(unit(id), m)",
"Counted(value=0, binds=2)"
]
],
"right": [
[
"m",
"Counted(value=0, binds=0)"
]
]
},
"applicative homomorphism": {
"with": [
[
"f",
"{0: 0}"
],
[
"a",
"0"
]
],
"left": [
[
"unit(a)",
"Counted(value=0, binds=0)"
],
[
"ap(unit(f), that)",
"Counted(value=0, binds=2)"
]
],
"right": [
[
"f(a)",
"0"
],
[
"unit(that)",
"Counted(value=0, binds=0)"
]
]
},
"applicative interchange": 284,
"applicative composition": {
"with": [
[
"mg",
"Counted(value={0: 0}, binds=0)"
],
[
"mf",
"Counted(value={0: 0}, binds=0)"
],
[
"m",
"Counted(value=0, binds=0)"
]
],
"left": [
[
"ap(ap(map(compose, mg), mf), m)",
"Counted(value=0, binds=5)"
]
],
"right": [
[
"ap(mf, m)",
"Counted(value=0, binds=2)"
],
[
"ap(mg, that)",
"Counted(value=0, binds=4)"
]
]
},
"map from ap": {
"with": [
[
"f",
"{0: 0}"
],
[
"m",
"Counted(value=0, binds=0)"
]
],
"left": [
[
"map(f, m)",
"Counted(value=0, binds=1)"
]
],
"right": [
[
"ap(unit(f), m)",
"Counted(value=0, binds=2)"
]
]
},
"lift2 from ap": {
"with": [
[
"m",
"Counted(value=0, binds=0)"
],
[
"n",
"Counted(value=0, binds=0)"
]
],
"left": [
[
"lift2(pair, m, n)",
"Counted(value=(0, 0), binds=2)"
]
],
"right": [
[
"ap(map(a -> b -> (a, b), m), n)",
"Counted(value=(0, 0), binds=3)"
]
]
},
"then from bind": 144,
"traverse from bind": {
"with": [
[
"f",
"{0: Counted(value=0, binds=0)}"
],
[
"a",
"0"
],
[
"b",
"0"
]
],
"left": [
[
"f(a)",
"Counted(value=0, binds=0)"
],
[
"f(b)",
"Counted(value=0, binds=0)"
],
[
"traverse(f, (a, b))",
"Counted(value=(0, 0), binds=5)"
]
],
"right": [
[
"f(a) >>= x -> f(b) >>= y -> unit((x, y))",
"Counted(value=(0, 0), binds=2)"
]
]
},
"traverse identity": {
"with": [
[
"a",
"0"
],
[
"b",
"0"
]
],
"left": [
[
"traverse(unit, (a, b))",
"Counted(value=(0, 0), binds=5)"
]
],
"right": [
[
"unit((a, b))",
"Counted(value=(0, 0), binds=0)"
]
]
},
"sequence from traverse": 56,
"fold_m from bind": {
"with": [
[
"f",
"{0: Counted(value=0, binds=0)}"
],
[
"a",
"0"
]
],
"left": [
[
"fold_m(f after first, a, (0, 0))",
"Counted(value=0, binds=2)"
]
],
"right": [
[
"f(a)",
"Counted(value=0, binds=0)"
],
[
"that >>= f",
"Counted(value=0, binds=1)"
]
]
},
"tail_rec_m from bind": {
"with": [
[
"f",
"{0: Counted(value=0, binds=0)}"
],
[
"g",
"{0: Counted(value=0, binds=0)}"
],
[
"a",
"0"
]
],
"left": [
[
"tail_rec_m(f, then g; a)",
"Counted(value=0, binds=4)"
]
],
"right": [
[
"f(a) >>= g",
"Counted(value=0, binds=1)"
]
]
}
},
"Promise": {
"functor identity": 4,
"functor composition": {
"with": [
[
"m",
"Promise(value=0)"
],
[
"f",
"{0: Promise(value=0)}"
],
[
"g",
"{0: 0, Promise(value=0): 1}"
]
],
"left": [
[
"g . f",
"{0: 1}"
],
[
"map(that, m)",
"Promise(value=1)"
]
],
"right": [
[
"map(f, m)",
"Promise(value=0)"
],
[
"map(g, that)",
"Promise(value=0)"
]
]
},
"unit is natural": {
"with": [
[
"f",
"{0: 0, Promise(value=0): 1}"
],
[
"a",
"Promise(value=0)"
]
],
"left": [
[
"unit(a)",
"Promise(value=0)"
],
[
"map(f, that)",
"Promise(value=0)"
]
],
"right": [
[
"f(a)",
"1"
],
[
"unit(that)",
"Promise(value=1)"
]
]
},
"join is natural": 92,
"join left unit": 4,
"join right unit": 4,
"join associativity": 4,
"left identity": {
"with": [
[
"a",
"Promise(value=0)"
],
[
"f",
"{0: Promise(value=0), Promise(value=0): Promise(value=1)}"
]
],
"left": [
[
"unit(a)",
"Promise(value=0)"
],
[
"that >>= f",
"Promise(value=0)"
]
],
"right": [
[
"f(a)",
"Promise(value=1)"
]
]
},
"right identity": 4,
"associativity": 260,
"Kleisli left identity": {
"with": [
[
"f",
"{0: Promise(value=0), Promise(value=0): Promise(value=1)}"
],
[
"a",
"Promise(value=0)"
]
],
"left": [
[
"(unit >=> f)(a)",
"Promise(value=0)"
]
],
"right": [
[
"f(a)",
"Promise(value=1)"
]
]
},
"Kleisli right identity": 46,
"Kleisli associativity": 2004,
"fish of three": 2004,
"map from bind": 92,
"join from bind": 4,
"bind from join": 30,
"bind from fish": 30,
"ap from bind": 92,
"applicative identity": 4,
"applicative homomorphism": {
"with": [
[
"f",
"{0: 0, Promise(value=0): 1}"
],
[
"a",
"Promise(value=0)"
]
],
"left": [
[
"unit(a)",
"Promise(value=0)"
],
[
"ap(unit(f), that)",
"Promise(value=0)"
]
],
"right": [
[
"f(a)",
"1"
],
[
"unit(that)",
"Promise(value=1)"
]
]
},
"applicative interchange": {
"with": [
[
"mf",
"Promise(value={0: 0, Promise(value=0): 1})"
],
[
"a",
"Promise(value=0)"
]
],
"left": [
[
"unit(a)",
"Promise(value=0)"
],
[
"ap(mf, that)",
"Promise(value=0)"
]
],
"right": [
[
"ap(unit(f -> f(a)), mf)",
"Promise(value=1)"
]
]
},
"applicative composition": {
"with": [
[
"mg",
"Promise(value={0: 0, Promise(value=0): 1})"
],
[
"mf",
"Promise(value={0: Promise(value=0)})"
],
[
"m",
"Promise(value=0)"
]
],
"left": [
[
"ap(ap(map(compose, mg), mf), m)",
"Promise(value=1)"
]
],
"right": [
[
"ap(mf, m)",
"Promise(value=0)"
],
[
"ap(mg, that)",
"Promise(value=0)"
]
]
},
"map from ap": 92,
"lift2 from ap": 16,
"then from bind": 16,
"traverse from bind": 118,
"traverse identity": {
"with": [
[
"a",
"0"
],
[
"b",
"Promise(value=0)"
]
],
"left": [
[
"traverse(unit, (a, b))",
"Promise(value=(0, 0))"
]
],
"right": [
[
"unit((a, b))",
"Promise(value=(0, Promise(value=0)))"
]
]
},
"sequence from traverse": 6,
"fold_m from bind": {
"with": [
[
"f",
"{0: Promise(value=0), Promise(value=0): Promise(value=1), 1: Promise(value=1)}"
],
[
"a",
"Promise(value=0)"
]
],
"left": [
[
"fold_m(f after first, a, (0, 0))",
"Promise(value=0)"
]
],
"right": [
[
"f(a)",
"Promise(value=1)"
],
[
"that >>= f",
"Promise(value=1)"
]
]
},
"tail_rec_m from bind": 400
}
}
};
// data: end

const OWN = "your own Writer";
const OWN_LAWS = ["left identity", "right identity", "associativity"];

const VALUES = [0, 1].flatMap((log) => [0, 1].map((value) => [value, log]));
const ARROWS = VALUES.flatMap((at0) => VALUES.map((at1) => [at0, at1]));
const same = (x, y) => x[0] === y[0] && x[1] === y[1];

/** Try the three laws on every case; each law gets its number of cases and the first that fails. */
export function own(unit, table) {
  const times = (x, y) => (table >> (2 * x + y)) & 1;
  const eta = (a) => [a, unit];
  const bind = ([a, log], f) => {
    const [b, more] = f(a);
    return [b, times(log, more)];
  };
  const call = (arrow) => (a) => arrow[a];
  const found = {};
  const attempt = (name, cases) => {
    const failed = cases.findIndex(({ left, right }) => !same(left, right));
    found[name] = { cases: cases.length, failed, example: cases[failed] ?? null };
  };
  attempt(OWN_LAWS[0], [0, 1].flatMap((a) => ARROWS.map((f) => ({
    given: { a, f }, left: bind(eta(a), call(f)), right: f[a],
    steps: [["unit(a)", eta(a)], ["that >>= f", bind(eta(a), call(f))]], other: [["f(a)", f[a]]],
  }))));
  attempt(OWN_LAWS[1], VALUES.map((m) => ({
    given: { m }, left: bind(m, eta), right: m,
    steps: [["m >>= unit", bind(m, eta)]], other: [["m", m]],
  })));
  attempt(OWN_LAWS[2], VALUES.flatMap((m) => ARROWS.flatMap((f) => ARROWS.map((g) => {
    const first = bind(m, call(f));
    const rest = [0, 1].map((x) => bind(f[x], call(g)));
    const left = bind(first, call(g));
    const right = bind(m, call(rest));
    return {
      given: { m, f, g }, left, right,
      steps: [["m >>= f", first], ["that >>= g", left]],
      other: [["x -> f(x) >>= g", rest], ["m >>= that", right]],
    };
  }))));
  return found;
}

const printed = (value) => {
  if (!Array.isArray(value)) return String(value);
  if (Array.isArray(value[0])) return `{0: ${printed(value[0])}, 1: ${printed(value[1])}}`;
  return `Writer(value=${value[0]}, log=${value[1]})`;
};

/** What came of a law: a number of cases, or a counterexample with its steps; null if it is none of the monad's laws. */
export function outcome({ monad, law, unit, table }) {
  if (monad !== OWN) return DATA.found[monad][law] ?? null;
  if (!OWN_LAWS.includes(law)) return null;
  const { cases, example } = own(unit, table)[law];
  if (!example) return cases;
  const texts = (steps) => steps.map(([name, value]) => [name, printed(value)]);
  return { with: texts(Object.entries(example.given)), left: texts(example.steps), right: texts(example.other) };
}

const lawsOf = (monad) => (monad === OWN ? OWN_LAWS : Object.keys(DATA.found[monad]));

export default {
  check({ monad, law, unit, table }) {
    if (monad !== OWN && !Object.hasOwn(DATA.found, monad)) throw new Error("monad");
    if (!lawsOf(monad).includes(law)) throw new Error("law");
    if (![0, 1].includes(unit)) throw new Error("unit");
    if (!Number.isInteger(table) || table < 0 || table > 15) throw new Error("table");
    return { monad, law, unit, table };
  },

  render({ model, el }) {
    const names = ["monad", "law", "unit", "table"];
    const history = new History(model, names);
    const spoken = liveRegion();
    const change = (values) => {
      for (const [name, value] of Object.entries(values)) model.set(name, value);
      model.save_changes();
    };
    const option = (name) => element("option", { value: name }, name);
    const monads = element("select", {
      onchange: () => {
        const kept = lawsOf(monads.value).includes(model.get("law"));
        change({ monad: monads.value, law: kept ? model.get("law") : lawsOf(monads.value)[0] });
      },
    },
    element("optgroup", { label: "lawful" }, DATA.lawful.map(option)),
    element("optgroup", { label: "lawless" }, DATA.lawless.map(option)),
    element("optgroup", { label: "yours" }, option(OWN)));
    const laws = element("select", { onchange: () => change({ law: laws.value }) });
    const undo = element("button", { type: "button", onclick: () => history.undo() }, "Undo");
    const redo = element("button", { type: "button", onclick: () => history.redo() }, "Redo");
    const cells = [0, 1, 2, 3].map((i) =>
      element("button", { type: "button", onclick: () => change({ table: model.get("table") ^ (1 << i) }) }));
    const unitButton = element("button", { type: "button", onclick: () => change({ unit: 1 - model.get("unit") }) });
    const head = (text, scope) => element("th", { scope }, text);
    const table = element("div", { class: "ll-own" },
      element("table", {},
        element("caption", {}, "Your product x · y of two logs"),
        element("thead", {}, element("tr", {}, head("x · y", "col"), head("y = 0", "col"), head("y = 1", "col"))),
        element("tbody", {}, [0, 1].map((x) => element("tr", {}, head(`x = ${x}`, "row"),
          [0, 1].map((y) => element("td", {}, cells[2 * x + y])))))),
      element("p", {}, "The log of unit: ", unitButton));
    const statement = element("code", {});
    const verdict = element("p", { class: "ll-verdict" });
    const example = element("dl", { class: "ll-example" });
    const others = element("p", { class: "ll-others" });
    let shown = "";

    const draw = () => {
      const state = Object.fromEntries(names.map((name) => [name, model.get(name)]));
      monads.value = state.monad;
      const mine = lawsOf(state.monad);
      if (laws.dataset.monad !== state.monad) {
        laws.replaceChildren(...mine.map(option));
        laws.dataset.monad = state.monad;
      }
      laws.value = state.law;
      table.hidden = state.monad !== OWN;
      cells.forEach((cell, i) => {
        const bit = (state.table >> i) & 1;
        setText(cell, String(bit));
        set(cell, "aria-label", `${i >> 1} · ${i & 1} = ${bit}, change it`);
      });
      setText(unitButton, String(state.unit));
      set(unitButton, "aria-label", `The log of unit is ${state.unit}, change it`);
      const result = outcome(state);
      const broken = mine.filter((law) => typeof outcome({ ...state, law }) !== "number");
      setText(statement, DATA.laws[state.law]);
      const holds = typeof result === "number";
      const text = holds
        ? `✓ ${state.monad} passes: ${result.toLocaleString("en")} cases tried, all equal.`
        : `✗ ${state.monad} breaks this law. The smallest case:`;
      setText(verdict, text);
      set(verdict, "data-holds", holds);
      const key = JSON.stringify([result, broken]);
      if (key !== shown) {
        shown = key;
        const rows = holds ? [] : [
          ...result.with.map(([name, value]) => ["with", `${name} = ${value}`]),
          ...result.left.map(([name, value]) => ["left", `${name} = ${value}`]),
          ...result.right.map(([name, value]) => ["right", `${name} = ${value}`]),
        ];
        example.replaceChildren(...rows.flatMap(([term, line], i) => [
          element("dt", {}, i && rows[i - 1][0] === term ? "" : term), element("dd", {}, line)]));
        example.hidden = holds;
        others.replaceChildren(
          broken.length ? `Laws that ${state.monad} breaks: ` : `It passes all its ${mine.length} laws.`,
          ...broken.map((law) => element("button", { type: "button", onclick: () => change({ law }) }, law)));
      }
      spoken.say(`${text} ${holds ? "" : result.with.map(([n, v]) => `${n} = ${v}`).join(", ")}`);
      undo.disabled = !history.past.length;
      redo.disabled = !history.future.length;
    };
    const redraw = onceAFrame(draw);
    for (const name of names) model.on(`change:${name}`, redraw);
    el.append(element("div", {
      class: "monads-law-lab", role: "group", "aria-label": "Law lab",
      onkeydown: (event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
        event.preventDefault();
        if (event.shiftKey) history.redo();
        else history.undo();
      },
    },
    element("div", { class: "ll-bar" },
      element("label", {}, "Monad ", monads), element("label", {}, "Law ", laws), undo, redo),
    table, element("p", { class: "ll-law" }, statement), verdict, example, others, spoken.element));
    draw();
  },
};
