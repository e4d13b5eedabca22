# The file is written though something is unsound. Names that would not do as names are changed; claims of one name are one column; rows
# without a name share one; a point of which a claim says nothing is not a number.
cat >claims.csv <<'END'
name,compositions,epsilon
theirs,4,100
theirs,1,0.001
,1,50
,4,60
,4,70
END
$PLD compare --delta 1e-5 --methods none --claim a/b=40 --claim a_b=41 --claim a_b=42 --claims claims.csv --compositions 2 gaussian:sigma=1 \
    -o a.h5 >/dev/null 2>err
echo "exit $?"
sed 's/at least [0-9.]*/at least N/' err
$PLD export a.h5 --csv | awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^(compositions|method)/) order[++count] = i }
    { for (i = 1; i <= count; i++) printf "%s%s", $order[i], i < count ? "," : "\n" }'
$PLD info a.h5 | sed -n 's/at least [0-9.]*/at least N/; /^  unsound/p'
