# The page libpld(3), from the public headers: awk -v version=V -v date=D -f library.awk include/pld/pld.h HEADER... > libpld.3
# The overview of pld.h is the description; behind it stands each header with what it says of itself, and each of its functions with the
# comment above it.

function escape(text) {
    gsub(/\\/, "\\(rs", text)
    gsub(/-/, "\\-", text)
    gsub(/'/, "\\(aq", text)
    gsub(/`/, "\\(ga", text)
    gsub(/~/, "\\(ti", text)
    gsub(/\^/, "\\(ha", text)
    gsub(/"/, "\\(dq", text)
    if (text ~ /^\./)
        text = "\\\\&" text
    return text
}

# A comment, whose lines end in newlines: what is indented stays as it is, an empty line ends a paragraph.
function put_text(text,    lines, count, i, code) {
    count = split(text, lines, "\n")
    for (i = 1; i <= count; i++) {
        if (lines[i] ~ /^    /) {
            if (!code)
                print ".PP\n.RS 4\n.nf"
            code = 1
            print escape(substr(lines[i], 5))
            continue
        }
        if (code)
            print ".fi\n.RE"
        if (lines[i] ~ /^ *$/) {
            if (i < count && lines[i + 1] !~ /^(    | *$)/)
                print ".PP"
        } else {
            if (code)
                print ".PP"
            print escape(lines[i])
        }
        code = 0
    }
    if (code)
        print ".fi\n.RE"
}

# Functions that share one comment stand above it.
function flush_functions(    i) {
    if (function_count == 0)
        return
    for (i = 1; i <= function_count; i++) {
        print i == 1 ? ".TP" : ".TQ"
        print "\\fB" escape(functions[i]) "\\fR"
    }
    if (function_comment != "")
        put_text(function_comment)
    else
        print "\\&"
    function_count = 0
}

BEGIN {
    print ".\\\" Made from the headers of libpld."
    printf ".TH LIBPLD 3 \"%s\" \"pld %s\" \"pld\"\n.nh\n.ad l\n", date, version
    print ".SH NAME\nlibpld \\- tight, certified differential\\-privacy numbers from C"
    print ".SH SYNOPSIS\n\\fB#include <pld/pld.h>\\fR\n.PP\n\\fBcc\\fR \\fIFILE.c\\fR \\fB$(pkg\\-config \\-\\-cflags \\-\\-libs pld)\\fR"
}

FNR == 1 {
    flush_functions()
    comment = ""
    head = 1
    header = FILENAME
    sub(/^.*\//, "", header)
}

# Comments that begin a line; those behind members are left alone.
/^\/\*/ {
    text = $0
    sub(/^\/\* ?/, "", text)
    closed = sub(/[ \t]*\*\/[ \t]*$/, "", text)
    while (!closed && (getline line) > 0) {
        closed = sub(/[ \t]*\*\/[ \t]*$/, "", line)
        sub(/^ \* ?/, "", line)
        text = text "\n" line
    }
    if (head) {
        head = 0
        print header == "pld.h" ? ".SH DESCRIPTION" : ".SH \"<pld/" header ">\""
        put_text(text)
        text = ""
    }
    flush_functions()
    comment = text ~ /^---/ ? "" : text
    next
}

/^PLD_API/ {
    declaration = $0
    while (declaration !~ /;/ && (getline line) > 0)
        declaration = declaration " " line
    sub(/;.*$/, ";", declaration)
    gsub(/PLD_API |PLD_WARN_UNUSED /, "", declaration)
    gsub(/[ \t]+/, " ", declaration)
    if (comment != "" || function_count == 0) {
        flush_functions()
        function_comment = comment
    }
    functions[++function_count] = declaration
    comment = ""
    next
}

/^[ \t]*$/ { flush_functions(); next }
{ comment = "" }

END {
    flush_functions()
    print ".SH SEE ALSO\n\\fBpld\\fR(1),\n\\fBpld\\-hdf5\\fR(5),\n\\fBpld\\-experiment\\fR(5),\n\\fBpkg\\-config\\fR(1)"
}
