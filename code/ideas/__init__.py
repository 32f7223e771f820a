"""Ideas you can run: the code behind a course on monads, GF(2), Gumbel-Softmax and PTX.

Each idea is a package of its own and imports none of the others:

* :mod:`ideas.monads` -- monads and their laws, on the standard library alone;
* :mod:`ideas.gf2` -- matrices over the two-element field and the instruction GF2P8AFFINEQB;
* :mod:`ideas.gumbel` -- the Gumbel-Softmax (Concrete) distribution, in numpy or torch;
* :mod:`ideas.ptx` -- NVIDIA's virtual instruction set, compiled without a graphics card.
"""

__version__ = "0.1.0"
