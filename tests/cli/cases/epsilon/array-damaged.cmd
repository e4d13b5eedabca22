printf '\211HDF\r\n\032\nnothing more' >a.h5
$PLD epsilon --delta 1e-5 array:file=a.h5
