/* Every number that planning was tuned with: what it trades, and what it was chosen by. None of them can make an answer wrong: a
 * plan is certified whatever it is (certify/plan.h). They make answers wide or slow. "Shares" are of the width that was asked
 * for, "logs" natural ones.
 *
 * Where no measurement is named none is on record; what to run before and after changing one is tests/bench/bench_epsilon and
 * bench_curve (time), and tests/query/test_random (widths that are met). */
#ifndef PLD_PLAN_TUNING_H
#define PLD_PLAN_TUNING_H

#include <stddef.h>
#include <stdint.h>

/* --- the sketch: points that planning looks at ---------------------------------------------------------------------- */

/* Points go so many standard deviations beyond sqrt(-2 log delta), where tails of mass delta end: farther is slower and changes
 * nothing. */
static const double SKETCH_REACH = 14;

/* More steps than this are put into groups, of mechanisms whose log moments differ by this much at most: fewer and rougher groups
 * are planned for faster, and their common grid suits each step less. */
enum { MOST_SINGLE_STEPS = 64 };
static const double ALIKE = 0.02;

/* So many times as many points where laws are cut at a loss: much depends on which side of it a point is. And one of so many,
 * where rough will do. */
enum { CLOSER_POINTS = 4, THIN_POINTS = 4 };

/* --- saddles and tilts ---------------------------------------------------------------------------------------------- */

/* Between these tilts saddles are looked for, to so many digits: more are never seen in a width. */
static const double LEAST_TILT = 1e-7, MOST_TILT = 1e9, SADDLE_DIGITS = 1e-4, SADDLE_STEP = 1e-5;

/* Steps of Newton's method after which what is there will do: of saddles, and of everything else. */
enum { MOST_NEWTON_SADDLE = 60, MOST_NEWTON = 40 };

/* Tilted weights below e^-this of the largest do not show in a moment. */
static const double MOMENT_RANGE = 50;

/* The truncation depends on the tilt and the tilt on the truncation, both only through logs: so many rounds settle them, to this
 * log. */
enum { TRUNCATION_ROUNDS = 5 };
static const double TRUNCATION_SETTLED = 0.5;

/* A question for delta starts with losses that are not cut at all: this log of a mass is beyond any. */
static const double UNCUT = -1e5;

/* The tolerance in epsilon that the first saddles are found with, where it follows from them; and the least slope of log delta
 * that makes one of another. */
static const double FIRST_TOLERANCE = 1e-4, LEAST_SLOPE = 1e-6;

/* The most that a tilt may change from one node to the next, as a log; beyond it the grid cannot tell what the tilt says. */
static const double STEEPEST = 4;

/* The most that a tilt need change over the tolerance, as a log, near the end of a bounded loss: delta may then be off by that.
 */
static const double STEEPEST_TOLERANCE = 16;

/* A direction that does not decide may be tilted so many times as much as the one that does: more would ask for a much finer
 * grid. */
static const double STEEPEST_OTHER = 8;

/* Losses this many times as far below the largest as epsilon is are not told apart. */
static const double HOPELESS = 2;

/* --- shares of the tolerance ---------------------------------------------------------------------------------------- */

/* The grid; the rest is for the other ledger terms and for the prediction being off: more means fewer buckets and more second
 * rounds. */
static const double GRID_SHARE = 0.82;

/* And of that where few steps decide: there the tilted law costs less than the one that delta is about. */
static const double FEW_SHARE = 0.4;

/* Single-step truncation, and each side of the window: less makes grids and windows longer, by a log. */
static const double TAIL_SHARE = 0.05, WINDOW_SHARE = 0.01;

/* What smoothing may take; more where frequencies do not become negligible by themselves. Those that lattice laws have in common
 * with 0 must then be beyond e^-SMOOTHED of the smoothing: that limits the width of all buckets. MOST_VARIANCE is never passed.
 */
static const double SMOOTH_SHARE = 0.03, SMOOTH_MORE = 0.25, SMOOTHED = 50, SMOOTHED_PERIOD = 3, MOST_VARIANCE = 0.25;

/* Where smoothing must make frequencies few enough: of the work allowed, and so many at most; this much (as a log) beyond
 * negligible. */
static const double WORK_SHARE = 0.9, MOST_FREQUENCIES = 1e6, SMOOTH_SPARE = 10;

/* What the rounding of cells costs, a step: nothing to plan for below millions of steps. A grid is always left this share. */
static const double CELLS_COST = 3e-14, LEAST_GRID_SHARE = 0.3;

/* No grid is planned for more digits of epsilon than this: it would reach nothing. */
static const double FINEST_WIDTH = 1e-10;

/* --- grids: where the edges of buckets go --------------------------------------------------------------------------- */

/* Rounds in which the common factor of all widths is fitted to the tolerance. */
enum { FACTOR_ROUNDS = 6 };

/* Longer lists are given up while they are made, or not worth it when they are there: transforms are then faster. */
enum { MOST_EDGES = 1 << 22, LONGEST_LIST = 1 << 21 };

/* No edge is farther out, in widths, so that sums of a few are whole numbers still. */
static const double FARTHEST_EDGE = 0x1p60;

/* At the finest width the whole law costs a tenth of the tolerance: finer is never needed, however narrow a peak is. */
static const double FINEST_COST = 0.8;

/* The widest bucket, in units of the tilt, and how many there are at least. */
static const double WIDEST_TILTED = 0.5, FEWEST_BUCKETS_OF_ALL = 16;

/* Terms with less of delta than this cost the grid nothing; tilts of those below e^-this do not limit it. */
static const double LEAST_TERM_SHARE = 1e-6, LEAST_TERM_LOG = 12;

/* What atoms at the ends of a loss may cost by lying up to three lattice steps from a node (a share); and the least step that
 * still tells losses apart. */
static const double ENDS_SHARE = 0.01, LEAST_STEP = 4e-13;

/* Equal buckets cost this much less, at least, than the tilted law says where it is about other events than delta: these are
 * mostly steps that end beside the hard edge, which is a node. (Measured: 2 to 5 times.) Of fewer steps than MANY_STEPS that is
 * not so. */
static const double STRAINED_GAIN = 2, MANY_STEPS = 16;

/* Equal buckets resolve the bulk if they are so many of its deviations wide; they need not be finer than this part of what the
 * tolerance asks. */
static const double RESOLVING = 0.7, LEAST_RESOLVING = 0.25;

/* Steps beside the hard edge cost nothing: a width for the others, if these are at most this share, in so many rounds, each a
 * gain of so much. */
static const double MOST_AWAY = 0.3, WORTH_WIDER = 1.05;
enum { EDGE_ROUNDS = 4 };

/* Outcomes of several steps are on one lattice if their distances differ by no more, relatively. */
static const double SAME_SPACING = 1e-14;

/* The other direction may want a grid that is finer than half of what the leading one wants; the combined answer does not need
 * it. */
static const double LEAST_OF_LEADING = 0.5;

/* So many equal buckets take longer than it takes to tell where wider ones will do; these may cost so many times what equal ones
 * do. */
static const double WORTH_WIDENING = 2500, WIDENED = 1.1;

/* --- windows of transforms ------------------------------------------------------------------------------------------ */

/* The ends of a window are looked for to this log of the exponent: there the distance is as good as least. */
static const double WINDOW_DIGITS = 0.05;

/* Lattice laws place their mass only to within a width, which costs the exponent times that: no exponent is larger than this over
 * the width. */
static const double LARGEST_EXPONENT = 0.2;

/* Windows of more buckets than this are tried at smaller tilts, each this many times the one before, while they get shorter by a
 * tenth. */
static const double WORTH_TILTING = 1024, SMALLER_TILT = 0.6, WORTH_SHORTER = 0.9;

/* Buckets of cells and windows beyond which a wider bracket is the better answer: some seconds. */
static const double MOST_WORK = 4e6;

/* Widths grow by this until windows fit, up to wider than any loss that there is. Some buckets there must be. */
static const double NEXT_WIDTH = 1.2, WIDEST = 1e300, MOST_LENGTH = 1e12;
enum { FEWEST_BUCKETS = 32, FEWEST_LENGTH = 6 };

/* Lengths of transforms between two powers of two. (A profile of seven steps: FFTW planned for ten times as long as it
 * transformed.) */
enum { LENGTHS = 8 };

/* --- frequencies ---------------------------------------------------------------------------------------------------- */

/* Frequencies may be left out when they are this much (as a log) below the share of a window. */
static const double NEGLIGIBLE = 2;

/* Frequencies times nodes of a Fourier sum: a few hundredths of a second, and some tenths where there may be no other way. */
static const double FOURIER_WORK = 4e7, MOST_FOURIER_WORK = 6e8;

/* So many frequencies are worth it whatever the nodes; and a law has so many nodes beside those that it is planned with. */
static const double ALWAYS = 100, SPARE_NODES = 64;

/* Exponents for the aliases, over the tilt: from this up to this, each so many times the one before. */
static const double FIRST_RATIO = 1.0 / 64, LAST_RATIO = 64, NEXT_RATIO = 1.5;

/* --- jumps ---------------------------------------------------------------------------------------------------------- */

/* Fewer effective steps than this are few; of more mechanisms than this nobody looks, which would take longer than it saves. */
static const double FEW_EFFECTIVE_STEPS = 8;
enum { MOST_JUMPING = 16 };

/* What jumps must gain, as a log of the largest bound, to be worth their trouble; and of that, what may be because bounds are not
 * delta itself. */
static const double JUMP_GAIN = 4, JUMP_SPARE = 2, GAIN_DIGITS = 1e-2;

/* An epsilon with jumps is looked for up to so many times the one without. */
static const double FARTHEST_JUMP = 1.5;

/* Tilted deviations are this many times those of a normal law where its tilt does not tell well what the grid will cost. */
static const double STRAINED = 1.8;

/* How much larger a bound, as a log, a shorter period is worth; tilts are tried so many times the one before. */
static const double AFFORDABLE = 1.5, NEXT_TILT = 1.5;

/* Below what matters, as a log, where only a bound is asked for. */
static const double SAFETY = 4;

/* How well the log of a tilt is found: at first, at last, and where it does not matter. */
static const double ROUGH_TILT = 1, FINE_TILT = 0.05, ANY_TILT = 0.3;

/* Tilts of jumps: from this to this over the range of losses, where laws tilted again still have their digits. */
static const double LEAST_JUMP_TILT = 1e-6, MOST_JUMP_RANGE = 500;

/* A cut serves for other epsilons as near as this, relatively. */
static const double NEARBY = 0.2;

/* So many cuts are tried, the first at this share of epsilon, each that many times the one before; one alone at half. */
enum { CUTS = 5, JUMP_HALVINGS = 12 };
static const double FIRST_CUT = 0.9, NEXT_CUT = 0.45, ONLY_CUT = 0.5;

/* --- memory that plans are predicted to take, in bytes a node ------------------------------------------------------- */

/* Of the four laws of a mechanism: on a window, on lists. Of the cells and frequencies at work on one; discrete steps have no
 * cells. */
enum { LAW_NODE = 24, LAW_BYTES = 64, WORK_BYTES = 400, OUTCOME_BYTES = 120 };

/* A plan that takes more than 1/this times what it is predicted to take is given up. */
static const double LEAST_TRUST = 1.0 / 64;

/* --- which way, and when to stop ------------------------------------------------------------------------------------ */

/* Plans of one way, one after the other. */
enum { MOST_ROUNDS = 6 };

/* Compositions of so few steps are better served by transforms, if these are short. */
static const double FEW_STEPS = 400;
enum { SHORT = 1 << 19, QUITE_SHORT = 1 << 21 };

/* Steps end next to a hard edge if half of them are within this of the range of losses. */
static const double BESIDE_EDGE = 1e-6, MOST_BESIDE = 0.5;

/* Losses beyond which buckets would be as wide as what they should tell apart; and the log of the mass that must lie there. */
static const double BEYOND_BUCKETS = 1e14, LOG_MASS_BEYOND = -40;

/* Lasting frequencies: plans for so many times more width, up to this many times, until the width is within this many times of
 * what was planned. A width that is nearly met is planned for so many times less, up to this. */
static const double LOOSER = 10, LOOSEST_PLAN = 2e4, LOOSE_ENOUGH = 3, TIGHTEST_PLAN = 4;

/* Plans are made for this width first, then for so many times less, down to what is asked for: more steps cost more time, fewer
 * are farther apart where they end. Below the last of these widths one step that fails ends it. */
static const double FIRST_STEP = 1e-3, NEXT_STEP = 10, MANY_DIGITS = 1e-6;

/* A closed form this good, relative to the answer, is better than buckets. */
static const double AS_GOOD_AS_NUMBERS = 1e-8;

/* The next round. A way that does not narrow the width to this is stuck. Above this share of the width asked, what no grid
 * removes is what is wide: windows for this many times less. The grid's part of a width is at least this share; the next one is
 * made for at most this much of it and at least that. */
static const double STUCK = 0.9, FLOOR_SHARE = 0.3, SHARPER = 0.1, LEAST_GRID_PART = 0.1, LEAST_FACTOR = 0.1, MOST_FACTOR = 0.85;

/* The most work of one question, in units of base/work.h: about a minute. A search that asks many stops asking after so much. */
static const uint64_t WORK_LIMIT = 600000000, SEARCH_WORK_LIMIT = 1200000000;

/* --- exact kernels -------------------------------------------------------------------------------------------------- */

/* Nodes times frequencies that quadrature may take, where a width of few digits is asked, and of many; where moments last, before
 * fewer digits are tried. */
static const double KERNEL_EFFORT = 4e5, KERNEL_LARGE_EFFORT = 4e6, KERNEL_LASTING_EFFORT = 4e4, KERNEL_FEW_DIGITS = 1e-6;

/* A plan whose nodes cost more of delta than this many times what was planned is made again with closer ones, so many times in
 * all. */
static const double KERNEL_COSTLY = 1000, KERNEL_FINER = 0.75;
enum { KERNEL_TRIALS = 3 };

/* Ends are rounded to fewer bits where this much of them is less than the width asked. */
static const double KERNEL_SPARE = 0x1p-31;

/* Each error may be this share of delta; where that takes too much, this much of the width asked, and no more than that. Beside
 * discrete steps, of whose delta few digits are asked for, this share of the width. */
static const double KERNEL_SHARE = 1e-14, KERNEL_LOOSE = 0.05, KERNEL_LOOSEST = 1e-5, KERNEL_ENOUGH = 1e-4;

/* Nodes go no farther; tilts that are looked at; plans without cuts that cost no more than this are good enough. */
static const double KERNEL_FARTHEST = 139, KERNEL_SMALLEST_TILT = 1e-4, KERNEL_LARGEST_TILT = 3e4, KERNEL_CHEAP = 2e4;

/* From so many frequencies on, or where time matters more than the last digits, phasors are made anew only every so often. */
enum { KERNEL_MANY = 150, KERNEL_STRIDE = 16 };

/* Where there are very many different steps each error may be this part of the width asked. */
static const double KERNEL_MANY_SHARE = 1e-2;

/* Tables of counts for epochs of random allocation: what is left of the count of a sketch, and at least of a plan; how
 * many times the tilts of others a sketch reaches, over the standard deviation of a log ratio if that is more than 1,
 * and at most; a count that is many, so that some digits are given away rather than more taken; how far the nodes may
 * reach; how many digits, in units of e, quadrature is first tried for; how far from its largest weight, as a log, those
 * at the ends of a sketch may be; how many nodes one is that is asked for a frequency; the effort that may be spent, as
 * there is no quick way else. */
static const double COUNTS_REST = 8, COUNTS_LEAST_REST = 3, COUNTS_MORE = 4, COUNTS_REACH = 96, COUNTS_MANY = 500,
                    COUNTS_FARTHEST = 2000, COUNTS_DIGITS = 45, COUNTS_SKETCH_DIGITS = 25, COUNTS_SKETCH_SHARE = 1e-9,
                    COUNTS_SKETCH_END = -12, COUNTS_EACH = 3, COUNTS_EFFORT = 1.2e8;

/* Factors that are taken together: at least so many, squares of means at most this factor apart, taken to be at least this one;
 * the disc that shows it, as a share of its centre, and what is left for each of them. (Measured: 10,000 different sigmas, 0.8 to
 * 1.2.) */
enum { BLEND_FEWEST = 24 };
static const double BLEND_WIDEST = 1.3, BLEND_NARROWEST = 1.001, BLEND_REACH = 0.4, BLEND_SHARE = 1e-3;

/* Different factors that are planned for one by one; where there are more, those whose numbers differ by less than some part
 * stand for each other, which begins at this one, and is doubled until they are few enough. */
enum { KERNEL_GROUPS = 48 };
static const double KERNEL_ALIKE = 0.02;

/* Plans that questions share: counts are rounded to so many bits, epsilon to a power of two of at most so many standard
 * deviations, log delta to this part of a power of two. A plan that costs no more of delta than this, or this many times what it
 * does for the question that it was made for, is good enough for another. How far out means and variances of losses are looked
 * for; the most different steps; bytes of what is remembered. */
enum { SHARED_BITS = 4, SHARED_FACTORS = 64 };
static const double SHARED_DEVIATIONS = 3, SHARED_LOG_DELTA = 0.25, SHARED_ENOUGH = 1e-10, SHARED_WORSE = 30, SHARED_REACH = 13;
static const double SHARED_STEPS = 100; /* from so many on bounds are not worth their while */
static const size_t SHARED_BYTES = (size_t)32 << 20;

/* Bent contours: each error may be this much of the width asked, as a share of delta, but no less than this and no more than
 * this, which is an aim. The exponent that a bend is made to fall by; terms may grow by this much on the way, and be this much
 * above delta (logs); frequencies at most. The width for a direction that the other one is above: only its own row shows it; and
 * how far below (a log of delta) it is not looked at. */
static const double BEND_MARGIN = 0.01, BEND_SHARE = 1e-12, BEND_ROUGH = 1e-4, BEND_FALL = 30, BEND_GROWTH = 2, BEND_CANCELS = 14,
                    BEND_MOST = 1e4, BEND_BELOW = 1e-2, BEND_FAR_BELOW = 50;

/* Of delta with so few digits, which transforms of few steps give for less, they are not asked. */
static const double BEND_FEW_DIGITS = 1e-4;

/* Shared by questions about delta their errors are this much smaller: delta falls from one to the other. */
static const double BEND_SHARED = 0.01;

/* Nodes times frequencies that they may take, where a width of few digits is asked, and of many: some 0.3 microseconds each.
 * Transforms take longer the more steps there are, and are not shared: for fewer steps a part of it, for many this much. A first
 * answer this much beside what it was made for is aimed at again. Counts of contours that are planned for epsilon are rounded to
 * so many bits: they are good farther beside than straight ones. */
static const double BEND_EFFORT = 5e5, BEND_LARGE_EFFORT = 4e6, BEND_MANY_EFFORT = 2e6, BEND_MISSED = 1e-3;
enum { BEND_FEW = 12, BEND_MANY = 48, BEND_BITS = 3 };

/* Their soft cuts, and how far lines beside the real one go: no farther than where moving costs e^(this/2). */
static const double BEND_SOFTNESS = 0.25, BEND_FARTHEST_LINE = 3, BEND_LIFT = 40, BEND_FINEST = 0.003, BEND_FALLEN = 180,
                    BEND_REACH = 14; /* step of nodes; where they end, twice the log of what is left,
                                       and how far behind the cut at most */

/* Smoothed kernels: of the width that may be smoothed away, what is planned for, and what errors may be; nodes times frequencies
 * that they may take, and frequencies (memory); so many times more is smoothed where that is too little, and less of the width
 * where single losses are seen in it, in so many trials. A relative width is of no less than this epsilon. The largest tilt: near
 * the largest loss of all it is the inverse of how near. Where there are no more outcomes than this, a log, all of them are
 * listed instead. Buckets are tried where the width is not met to this factor, and alone where a step has more outcomes than the
 * last number here. What an outcome costs of what it costs elsewhere; frequencies beyond which no other trial is made. */
static const double SMOOTHED_PART = 0.6, SMOOTHED_ERRORS = 0.01, SMOOTHED_EFFORT = 1e7, SMOOTHED_FREQUENCIES = 1.2e5,
                    SMOOTHED_LEAST = 1, SMOOTHED_STEEPEST = 1e12, SMOOTHED_OUTCOMES = 9, SMOOTHED_ENOUGH = 100,
                    SMOOTHED_WALK = 0.15, SMOOTHED_LAST = 3e4, SMOOTHED_MORE = 10, SMOOTHED_LESS = 0.5, LEAST_PROGRESS = 0.7;
enum { SMOOTHED_TRIALS = 4, SMOOTHED_LISTED = 2900 };

/* An outcome of a discrete step costs as much as so many nodes. */
static const double OUTCOME_NODES = 3;

/* --- lattices ------------------------------------------------------------------------------------------------------- */

/* Tilts that are looked at; no steeper than this from one lattice point to the next, and to the farthest loss. */
static const double LATTICE_SMALLEST_TILT = 1e-9, LATTICE_LARGEST_TILT = 1e8, LATTICE_STEEPEST = 60, LATTICE_FARTHEST = 8000;

/* Points of a period, those whose turns may be listed, and frequencies: memory. */
static const double LATTICE_MOST_POINTS = 1e11, LATTICE_MOST_LISTED = 1 << 20, LATTICE_MOST_FREQUENCIES = 1 << 20;

/* Outcomes times frequencies; what a frequency and a turn cost beside. */
static const double LATTICE_EFFORT = 1e8, LATTICE_TERM = 800, LATTICE_TURN = 30;
/* Laplace steps: points of a sketch, so many more for each unit of sensitivity/b, and how many more at most; what the nodes of a
 * sampled one may be off by, times how often it is composed, relative to log M; how near the largest
 * loss, times the steps, few of them need no sum; what ends of a sampled one may leave out of it, times the steps; what a closed
 * form costs in nodes, and in closed forms what one does whose parts are taken apart. */
static const double LAPLACE_SKETCH_MORE = 4, LAPLACE_SKETCH_MOST = 1000, LAPLACE_SHARE = 1e-16, LAPLACE_TOP = 0.003,
                    LAPLACE_ENDS_SHARE = 1e-13;
enum { LAPLACE_SKETCH = 64, LAPLACE_CLOSED = 8, LAPLACE_PARTS = 4 };

/* --- answers -------------------------------------------------------------------------------------------------------- */

/* The relative width asked where none is: kernels give more at no price, buckets give this much in milliseconds. */
static const double DEFAULT_WIDTH = 1e-6;

/* A direction whose upper end is within this much of the tolerance above the combined lower end no longer matters. */
static const double RELEVANT = 0.5;

/* A bracket this narrow, relatively, says where to tilt next; a tilt this far off its bracket (as a log) was for another epsilon,
 * and its grid is not blamed: it gets no finer than this. */
static const double NARROW = 0.1, MISSED = 0.2, LEAST_AFTER_MISS = 0.5;

/* --- steps that are known between two laws -------------------------------------------------------------------------- */

/* Of the width that a grid is planned for, what the two laws may be apart: more makes them cheaper and the grid finer. */
static const double ENCLOSING_SHARE = 0.5;
/* And no farther than this, where laws cost nothing and much is allowed. */
static const double WIDEST_ENCLOSING = 0.05;

/* --- answers from two pairs ----------------------------------------------------------------------------------------- */

/* Shares at which a first look is taken at laws that are attained for every share, and how near the best one is found: at an end
 * nothing is lost in first order. */
enum { SHARES_OF_DISCRETE = 16, SHARES_OF_OTHERS = 6, SHARES_MOST = 320 };
static const double SHARE_WIDTH_OF_DISCRETE = 1e-6, SHARE_WIDTH_OF_OTHERS = 2e-2;

/* How much wider than asked a first look at a pair that is attained may be, and how wide, relatively, it may always be: narrower
 * costs more, wider makes more pairs need a second look. */
static const double FIRST_LOOK_LOOSER = 100, FIRST_LOOK_WIDTH = 1e-3;

#endif
