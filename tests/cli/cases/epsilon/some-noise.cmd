# More noise than the closed form of little noise is sharp for, and less than exact kernels take: the width asked for is met. The
# number is that of lower edges of buckets, extrapolated to width 0.
$PLD epsilon --json --delta 1e-5 --adjacency remove poisson-gaussian:q=0.01,sigma=0.08@100 >answer &&
    sh "$TOOLS/inside.sh" epsilon 564.2602 0.0006 <answer
