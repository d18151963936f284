# bash completion for testctl
# Load it: source <(testctl completion bash)

_testctl() {
  # bash cuts words at COMP_WORDBREAKS (= and :); what no space separates was typed as one word. It ends at the cursor.
  local line=${COMP_LINE:0:COMP_POINT} words=() last=-1 word part value description
  for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    if ((last < 0)) || [[ $line == [[:space:]]* ]]; then
      words[++last]=
      line=${line#"${line%%[![:space:]]*}"}
    fi
    part=${line:0:${#word}}
    words[last]+=$part
    line=${line:${#part}}
  done
  words=("${words[@]//[\"\'\\]/}")

  # Only the end of the word is replaced ($2); what stands before it is left out of what is offered.
  local typed=${words[last]} end=${2//[\"\'\\]/}
  local before=${typed%"$end"}
  COMPREPLY=()
  compopt -o nosort 2>/dev/null
  while IFS=$'\t' read -r value description; do
    case $value in
      '') ;;
      :files) _testctl_files "$typed" "$description" "$before" ;;
      *) COMPREPLY+=("${value#"$before"}") ;;
    esac
  done <<<"$(testctl __complete -- "${words[@]:1}" 2>/dev/null </dev/null)"
}

# The files that a word can go on with after what stands before their names (--from=, @).
_testctl_files() {
  local typed=$1 prefix=$2 before=$3 file quoted
  # bash quotes the names by itself, but an @ before them too.
  [[ $prefix == *@ ]] || compopt -o filenames 2>/dev/null
  while IFS= read -r file; do
    [[ $file ]] || continue
    if [[ $prefix == *@ ]]; then
      [[ ! -d $file ]] || file+=/
      [[ $file != */ ]] || compopt -o nospace 2>/dev/null
      printf -v quoted %q "$file"
      # No way of quoting is right where a quote is open already.
      [[ $quoted == "$file" || ${COMP_WORDS[COMP_CWORD]} != [\"\']* ]] || continue
      file=$quoted
    fi
    file=$prefix$file
    COMPREPLY+=("${file#"$before"}")
  done <<<"$(compgen -f -- "${typed#"$prefix"}")"
}

complete -F _testctl testctl
