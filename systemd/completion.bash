# Completes clockwork-derby in bash, which reads this file the first time that somebody presses Tab behind the command.
eval "$(clockwork-derby completion bash 2>/dev/null)"
