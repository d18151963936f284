# fish completion for testctl
# Load it: testctl completion fish | source

function __testctl_candidates
    set -l words (commandline -opc)
    while string match -q '*=*' -- "$words[1]"
        set -e words[1]
    end
    set -e words[1]
    set -l typed (string trim --left --chars '"\'' -- (commandline -ct))
    # In its quote a name of a file is no variable, no command and no comment.
    set -l quote (string match --regex '^["\']' -- (commandline -ct))
    for line in (testctl __complete commands -- $words "$typed" 2>/dev/null </dev/null)
        if string match -q ':command*' -- $line
            # The words from there on are a line of their own, which the completion of that command reads.
            set -l first (math (string replace --regex '.*\t' '' -- $line) + 1)
            if test $first -le (count $words)
                complete --do-complete (string join ' ' -- (string escape -- $words[$first..]) (commandline -ct))
            else if not string match -q '*(*' -- (commandline -ct)
                # What is typed in the place of a program fish would run, to know which one it names.
                complete --do-complete (commandline -ct)
            end
        else if string match -q ':files*' -- $line
            # What stands before the name of the file (--from=) stays; a file: that was not typed is put before it.
            set -l prefix (string sub --start 8 -- $line)
            set -l kept "$prefix"
            if not string match -q -- "$prefix*" "$typed"
                set kept (string replace --regex 'file:$' '' -- "$prefix")
            end
            set -l start (math (string length -- "$kept") + 1)
            for file in (complete --do-complete "'' $quote"(string sub --start $start -- "$typed"))
                echo $prefix$file
            end
        else
            printf '%s\n' $line
        end
    end
end

complete --command testctl --erase
complete --command testctl --no-files --keep-order --arguments '(__testctl_candidates)'
