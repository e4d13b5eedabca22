# What an interactive zsh makes of each line of its input when Tab is pressed at its end.
#
#   zsh -f tab.zsh COMPLETIONS
zmodload zsh/zpty
completions=$1
zpty shell "zsh -f -i"
zpty -w shell "PS1= PS2= RPS1=; stty -echo; fpath=(${(q)completions} \$fpath); autoload -Uz compinit; compinit -u -D"
zpty -w shell 'finish() { zle complete-word; print -r -- "<$BUFFER>"; BUFFER=; zle reset-prompt }; zle -N finish; bindkey "^I" finish; print rea""dy'
zpty -r shell answer '*ready*'
while IFS= read -r line; do
    zpty -w -n shell "$line"$'\t'
    zpty -r shell answer '*<*>*'
    print -r -- ${${answer##*<}%%>*}
done
zpty -d shell
