/**
 * The completion script of bash. It uses nothing that 3.2 lacks, and does not need the package bash-completion.
 * DECISIONS 79
 */
export const bash = `# bash completion for testctl
# Load it: source <(testctl completion bash)

_testctl() {
  # bash cuts words at COMP_WORDBREAKS (= and :); what no space separates was typed as one word. It ends at the cursor.
  local line=\${COMP_LINE:0:COMP_POINT} words=() names=() last=-1 word part value description at unquoted quote other=
  for word in "\${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    if ((last < 0)) || [[ $line == [[:space:]]* ]]; then
      words[++last]=
      line=\${line#"\${line%%[![:space:]]*}"}
    fi
    part=\${line:0:\${#word}}
    words[last]+=$part
    line=\${line:\${#part}}
  done
  for at in "\${!words[@]}"; do
    _testctl_unquote "\${words[at]}"
    words[at]=$unquoted
  done

  # Only the end of the word is replaced ($2); what stands before it is left out of what is offered.
  local typed=\${words[last]} open=$quote
  _testctl_unquote "$2"
  # Of a word in quotes it comes without the first of them.
  [[ $typed == *"$unquoted" ]] || unquoted=$2
  local before=\${typed%"$unquoted"}
  COMPREPLY=()
  compopt -o nosort 2>/dev/null
  while IFS=$'\\t' read -r value description; do
    case $value in
      '') ;;
      :command) other=1 ;;
      :files) _testctl_files "$typed" "$description" "$before" ;;
      *) COMPREPLY+=("\${value#"$before"}") names+=("$description") ;;
    esac
  done <<<"$(testctl __complete commands -- "\${words[@]:1}" 2>/dev/null </dev/null)"
  [[ ! $other ]] || _testctl_command "$typed" "$before"
  # Only where bash is about to show a list (63, or with its settings 33 and 64) does it show what is not put into the line.
  case \${COMP_TYPE-} in 33 | 63 | 64) _testctl_names ;; esac
}

# What a word means without its quotes, in $unquoted, and the quote that is open at its end; nothing of it is run.
_testctl_unquote() {
  local rest=$1 char
  unquoted=$1 quote=
  [[ $1 == *[\\"\\'\\\\]* ]] || return 0
  unquoted=
  while [[ $rest ]]; do
    char=\${rest:0:1} rest=\${rest:1}
    if [[ $char == "$quote" ]]; then
      quote=
    elif [[ -z $quote && $char == [\\"\\'] ]]; then
      quote=$char
    elif [[ $char == \\\\ && (-z $quote || ($quote == '"' && $rest == [\\"\\\\\\$\\\`]*)) ]]; then
      unquoted+=\${rest:0:1} rest=\${rest:1}
    else
      unquoted+=$char
    fi
  done
}

# Puts the names beside what is offered. All of it is never put into the line: of several only what they have in common
# is, and that ends before the names do. Nothing is added to names of files, which bash would cut at a slash.
_testctl_names() {
  local at line wide=0 room
  ((\${#COMPREPLY[@]} > 1 && \${#COMPREPLY[@]} == \${#names[@]})) || return 0
  for line in "\${COMPREPLY[@]}"; do ((wide >= \${#line})) || wide=\${#line}; done
  room=$((\${COLUMNS:-80} - wide - 4))
  ((room >= 8)) || return 0
  for at in "\${!names[@]}"; do
    [[ \${names[at]} ]] || continue
    printf -v line '%-*s  %s' "$wide" "\${COMPREPLY[at]}" "\${names[at]:0:room}"
    COMPREPLY[at]=$line
  done
}

# What the command behind -- offers itself, where bash-completion is there to ask it; else programs, and then files.
_testctl_command() {
  local typed=$1 before=$2 at=0 program
  while ((at <= COMP_CWORD)) && [[ \${COMP_WORDS[at++]} != -- ]]; do :; done
  if ((at > COMP_CWORD)); then
    _testctl_files "$typed" '' "$before"
  elif declare -F _comp_command_offset >/dev/null; then
    _comp_command_offset "$at"
  elif declare -F _command_offset >/dev/null; then
    _command_offset "$at"
  elif ((at < COMP_CWORD)) || [[ $typed == */* ]]; then
    _testctl_files "$typed" '' "$before"
  else
    while IFS= read -r program; do
      [[ ! $program ]] || COMPREPLY+=("\${program#"$before"}")
    done <<<"$(compgen -c -- "$typed")"
  fi
}

# The files that a word can go on with after what stands before their names (--from=). A file: that was not typed is
# put before them; then bash takes them for no names of files, and they are quoted here.
_testctl_files() {
  local typed=$1 prefix=$2 before=$3 kept=$2 file end start char
  [[ $typed == "$prefix"* ]] || kept=\${prefix%file:}
  [[ $kept != "$prefix" ]] || compopt -o filenames 2>/dev/null
  start=\${typed#"$kept"}
  # Outside quotes bash takes those of what it looks for away once more.
  [[ $open ]] || for char in \\\\ ' ' \\" \\'; do start=\${start//"$char"/"\\\\$char"}; done
  while IFS= read -r file; do
    [[ $file ]] || continue
    if [[ $kept != "$prefix" ]]; then
      end=
      [[ ! -d $file ]] || { end=/ && compopt -o nospace 2>/dev/null; }
      printf -v file '%q%s' "$file" "$end"
    fi
    file=$prefix$file
    COMPREPLY+=("\${file#"$before"}")
  done <<<"$(compgen -f -- "$start")"
}

complete -F _testctl testctl
`
