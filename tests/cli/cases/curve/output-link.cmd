# --force replaces the file a link leads to; the link and the mode of the file stay.
mkdir kept
echo something else >kept/a.h5
chmod 606 kept/a.h5
ln -s kept/a.h5 a.h5
"$PLD" curve --delta 1e-5 --compositions 1 gaussian:sigma=1 -o a.h5 --force >/dev/null || exit
test -h a.h5 && echo "still a link"
ls -l kept/a.h5 | cut -c 1-10
"$PLD" info a.h5 | head -1
"$PLD" curve --delta 1e-5 --compositions 1 gaussian:sigma=1 --series b -o a.h5 --append >/dev/null || exit
test -h a.h5 && echo "still a link"
ls -l kept/a.h5 | cut -c 1-10
ls kept
