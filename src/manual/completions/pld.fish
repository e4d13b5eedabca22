# Completion of pld for fish: the program itself knows what fits.
function __pld_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    for candidate in ($words[1] --complete $words[2..-1] "$word" 2>/dev/null)
        if test "$candidate" != :files
            printf '%s\n' $candidate
        else if string match -q '*=*' -- $word
            set -l before (string replace -r '=[^=]*$' '=' -- $word)
            printf '%s\n' $before(__fish_complete_path (string replace -r '^.*=' '' -- $word))
        else
            __fish_complete_path $word
        end
    end
end
complete -c pld -f -a '(__pld_complete)'
