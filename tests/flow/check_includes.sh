#!/bin/sh
# No include runs against the flow of src/README.md.
#
#   check_includes.sh ROOT         check ROOT/src and ROOT/include
#   check_includes.sh --self-test  check that each kind of violation is seen
set -eu

check() {
    (
        cd "$1"
        set --
        for folder in src include; do
            [ ! -d "$folder" ] || set -- "$@" "$folder"
        done
        find "$@" -name '*.[ch]' | LC_ALL=C sort
    ) | (
        cd "$1"
        awk '
        BEGIN {
            folders = split("base bound pair family law compose kernel certify plan estimate query baseline evidence statement store composition study cluster json verify process terminal options report export manual serve cli", flow, " ")
            for (i = 1; i <= folders; i++) level[flow[i]] = i
            only["fftw3.h"] = " compose "
            only["hdf5.h"] = only["hdf5_hl.h"] = " store "
            only["jansson.h"] = " store composition study json "
            only["microhttpd.h"] = " serve "
            only["mpi.h"] = " cluster "
            only["arb.h"] = only["acb.h"] = only["arb_poly.h"] = only["arb_hypgeom.h"] = only["flint/fmpz_poly.h"] = " verify "
        }
        function complain(text) {
            printf "%s:%d: %s\n", file, number, text
            bad++
        }
        # Where a header stands in the flow: "" for one of the system, 0 for an unknown one of ours.
        function folder_of(header, quoted, own,    part, count) {
            count = split(header, part, "/")
            if (part[1] == "pld" && count == 2) {
                if (part[2] == "pld.h") return "process" # for users of the library, the program among them
                if (part[2] == "status.h" || part[2] == "version.h") return "base"
                if (part[2] == "mechanism.h") return "pair"
                if (part[2] == "query.h") return "certify"
                if (part[2] == "compare.h") return "study"
                sub(/\.h$/, "", part[2])
                return part[2]
            }
            if (!quoted) return ""
            return count == 1 ? own : part[1]
        }
        function check_line(line,    quoted, header, own, part, target) {
            if (line !~ /^[ \t]*#[ \t]*include[ \t]*["<]/) return
            quoted = line ~ /^[^"<]*"/
            header = line
            sub(/^[^"<]*["<]/, "", header)
            sub(/[">].*/, "", header)
            split(file, part, "/")
            if (part[1] == "src") own = part[2]
            else own = folder_of("pld/" part[3], 0, "")
            includes++
            if (header in only && (part[1] != "src" || index(only[header], " " own " ") == 0)) {
                complain(header " is for src folders" only[header] "only")
                return
            }
            target = folder_of(header, quoted, own)
            if (target == "") return
            if (header ~ /\.\./) complain(header ": write the path from src, without ..")
            else if (!(target in level)) complain(header ": " target " is no folder of the flow")
            else if (!(own in level)) complain("folder " own " is not in the flow")
            else if (level[target] > level[own]) complain(header " runs against the flow: " own " comes before " target)
        }
        {
            file = $0
            number = 0
            files++
            while ((getline line < file) > 0) {
                number++
                check_line(line)
            }
            close(file)
        }
        END {
            if (!files) { print "no sources found"; exit 1 }
            printf "%d includes in %d files, %d against the flow\n", includes, files, bad
            exit bad > 0
        }'
    )
}

# shellcheck source=tests/flow/judge.sh
. "$(dirname "$0")/judge.sh"

self_test() {
    judge_start
    expect pass src/query/plan.c '#include "compose/window.h"'
    expect pass src/query/plan.c '#include "plan.h"'
    expect pass src/query/plan.c '#include <pld/query.h>'
    expect pass src/compose/fft.c '#include <fftw3.h>'
    expect pass src/store/file.c '#include <hdf5.h>'
    expect pass src/cli/main.c '#include <pld/pld.h>'
    expect pass src/composition/composition.c '#include "store/masses.h"'
    expect pass src/study/comparison.c '#include <pld/compare.h>'
    expect pass src/json/answer.c '#include <jansson.h>'
    expect fail src/store/file.c '#include <pld/composition.h>'
    expect fail src/composition/composition.c '#include "study/study.h"'
    expect fail src/study/run.c '#include "json/piece.h"'
    expect fail src/study/run.c '#include "terminal/progress.h"'
    expect pass src/cluster/mpi.c '#include <mpi.h>'
    expect fail src/study/team.c '#include <mpi.h>'
    expect pass src/composition/history.c '#include <jansson.h>'
    expect fail src/statement/words.c '#include <jansson.h>'
    expect pass include/pld/pld.h '#include <pld/query.h>'
    expect pass src/statement/words.c '#include <pld/query.h>'
    expect pass src/base/status.c '/* #include "query/plan.h" */'
    expect fail src/base/status.c '#include "bound/tail.h"'
    expect fail src/bound/tail.h '#  include "pair/pair.h"'
    expect fail src/certify/single.c '#include "plan/sketch.h"'
    expect fail src/certify/single.c '#include "estimate/contour.h"'
    expect fail src/family/spec.c '#include <pld/query.h>'
    expect fail src/compose/fft.c '#include <pld/pld.h>'
    expect fail src/store/file.c '#include "cli/main.h"'
    expect pass src/report/report.c '#include "options/command.h"'
    expect fail src/terminal/table.c '#include "options/command.h"'
    expect fail src/serve/request.c '#include "cli/commands.h"'
    expect fail src/json/answer.c '#include <pld/pld.h>'
    expect fail src/statement/words.c '#include "store/file.h"'
    expect fail src/baseline/rdp.c '#include <pld/statement.h>'
    expect fail src/compose/fft.c '#include "../base/base.h"'
    expect fail src/compose/fft.c '#include "helpers/array.h"'
    expect fail src/helpers/array.c '#include "base/base.h"'
    expect fail src/query/plan.c '#include <fftw3.h>'
    expect fail include/pld/query.h '#include <fftw3.h>'
    expect fail src/cli/main.c '#include "hdf5.h"'
    expect fail src/query/plan.c '#include <jansson.h>'
    expect fail include/pld/mechanism.h '#include <pld/query.h>'
    judge_end
}

case "${1:-}" in
--self-test) self_test ;;
"")
    echo "usage: check_includes.sh ROOT | --self-test" >&2
    exit 2
    ;;
*) check "$1" ;;
esac
