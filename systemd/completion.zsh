#compdef clockwork-derby
# Completes clockwork-derby in zsh, which reads this file the first time that somebody presses Tab behind the command.
eval "$(clockwork-derby completion zsh 2>/dev/null)"
# From the second time on zsh calls it by itself.
(( ! $+functions[_python_argcomplete] )) || _python_argcomplete "$@"
