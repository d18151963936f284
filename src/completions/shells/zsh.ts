/** The completion script of zsh: the function `_testctl` for a folder of fpath, or to be sourced. */
export const zsh = `#compdef testctl
# zsh completion for testctl
# Load it: source <(testctl completion zsh), after compinit

_testctl() {
  local -a lines candidates
  local line value description
  lines=("\${(@f)$(testctl __complete commands -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null </dev/null)}")
  for line in $lines; do
    value=\${line%%$'\\t'*}
    description=\${line#*$'\\t'}
    if [[ $value == :command ]]; then
      # The words from there on are a line of their own, which the completion of that command reads.
      shift $((description + 1)) words
      ((CURRENT -= description + 1))
      _normal
      return
    fi
    if [[ $value == :files ]]; then
      # What stands before the name of the file (--from=) stays; a file: that was not typed is put before it.
      if [[ \${(Q)PREFIX} == "$description"* ]]; then
        compset -p $#description
        _files
      else
        compset -p \${#description%file:}
        _files -P file:
      fi
      return
    fi
    [[ $line == *$'\\t'* ]] || description=
    candidates+=("\${value//:/\\\\:}\${description:+:$description}")
  done
  # web-t is completed to WEB-T12, as identifiers are read in either case.
  _describe -V testctl candidates -M 'm:{[:lower:]}={[:upper:]}'
}

# In a folder of fpath this file is the function itself.
if [[ $funcstack[1] == _testctl ]]; then
  _testctl "$@"
else
  compdef _testctl testctl
fi
`
