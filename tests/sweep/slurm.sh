#!/bin/sh
# The scripts of src/study/README.md are shell scripts, and the job array computes all parts where Slurm says which; there is no Slurm here.
#
#   slurm.sh PLD_BINARY PAGE
set -eu

pld=$(CDPATH='' cd "$(dirname "$1")" && pwd)/$(basename "$1")
page=$(CDPATH='' cd "$(dirname "$2")" && pwd)/$(basename "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "slurm: $*"
    exit 1
}

awk '/^```sh$/ { inside = 1; count++; next } /^```$/ { inside = 0 } inside { print >("job-" count ".sh") }' "$page"
if [ ! -s job-1.sh ] || [ ! -s job-2.sh ]; then fail "the page has no scripts"; fi
for job in job-*.sh; do
    sh -n "$job" || fail "$job is no script"
    if command -v shellcheck >/dev/null 2>&1; then shellcheck "$job" || fail "$job"; fi
done
grep -q '^#SBATCH --array=1-16$' job-1.sh || fail "the first is no job array from 1 to 16"

mkdir bin
ln -s "$pld" bin/pld
PATH=$work/bin:$PATH
export PATH
cat >experiment.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "gaussian:sigma=1", "vary": {"sigma": "1..6:+1"}, "axis": "sigma", "compositions": "1,2,3",
 "delta": 1e-5, "relative_tolerance": 0.1}
JSON
# Twice, as after a failure: what is finished is left alone.
for try in 1 2; do
    for task in $(seq 16); do
        SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=16 SLURM_CPUS_PER_TASK=1 sh job-1.sh 2>err || fail "try $try, task $task: $(cat err)"
    done
done
pld merge part-*.h5 -o all.h5 2>err || fail "merging: $(cat err)"
pld sweep experiment.json -o whole.h5 2>err || fail "the sweep itself: $(cat err)"
pld export whole.h5 --csv >whole.csv
pld export all.h5 --csv | cmp -s - whole.csv || fail "the jobs give other values"

# The second, with what srun does here: nothing but running the program.
# shellcheck disable=SC2016 # of the script
printf '#!/bin/sh\n[ "$1" = --mpi=pmix ] && shift\nexec "$@"\n' >bin/srun
chmod +x bin/srun
rm -f all.h5
sh job-2.sh 2>err || fail "the second job: $(cat err)"
pld export all.h5 --csv | cmp -s - whole.csv || fail "the second job gives other values"
echo "slurm: both scripts do what the page says"
