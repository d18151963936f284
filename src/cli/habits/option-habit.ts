/**
 * An option of another tool, and how it is said here. DECISIONS 155
 * The first of `here` whose flags the command has takes the place of the option; what begins with a word is shown as it is.
 * `{value}` is the value of the option, `{after}` what stands after its `=`, `{result}` the result that is meant by it, `{line}` the command without it,
 * `{first|WEB-T12}` the first ID, or else an example, `{ids}` all of them, `{given}` the value of `--result`. What stands between `&&` with `{each}` in it
 * is a command for each ID. DECISIONS 408
 */
export type OptionHabit = {
  typed: readonly string[]
  /** Whether a value follows. */
  takes?: boolean
  /** The commands and the values that it is about; all without. */
  on?: RegExp
  value?: RegExp
  /** What stands beside it in the line. */
  beside?: RegExp
  here: readonly string[]
  /** Where it stands among the arguments if not where it was typed: the result of `tests set` stands last, its tests first. */
  place?: 'first' | 'last'
  /** Flags that do not go with it. */
  drops?: readonly string[]
}
