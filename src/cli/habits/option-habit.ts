/**
 * An option of another tool, and how to type it here. DECISIONS 155
 * The first of `here` whose flags the command has replaces the option; one that begins with a word is shown as a hint of its own.
 * `{value}` is the value of the option, `{after}` the part after its `=`, `{host}` and `{port}` the parts of an address, `{result}` the
 * result that it means, `{line}` the command without the option, `{first|WEB-T12}` the first ID or else an example, `{ids}` all IDs,
 * `{given}` the value of `--result`. A part between `&&` with `{each}` in it is repeated for each ID. DECISIONS 408
 */
export type OptionHabit = {
  typed: readonly string[]
  /** Whether a value follows. */
  takes?: boolean
  /** The commands and the values that it applies to; if omitted, all. */
  on?: RegExp
  value?: RegExp
  /** A pattern that must be found in the line. */
  beside?: RegExp
  here: readonly string[]
  /** Its position among the arguments, if not where the option was typed: the result of `tests set` is last, its tests are first. */
  place?: 'first' | 'last'
  /** Flags to remove from the line, because they exclude it. */
  drops?: readonly string[]
}
