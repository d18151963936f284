import { type Candidates, beginsWith, isOperand, type Known, nothing } from './candidates.ts'
import type { Expected } from './expected-values.ts'

/** The typed part of a value, and the text before it in the same word: `--result=` of `--result=f`. */
type Typed = { typed: string; before: string }

/** Returns what Tab offers for a value; for a comma-separated list, for its last part, with the parts before it. */
export const offerValues = async (
  expected: Expected | undefined,
  { typed, before }: Typed,
  { identifiers, profiles }: Known,
): Promise<Candidates> => {
  if (!expected) return nothing
  if ('file' in expected) {
    if (expected.file === 'named' || expected.file === 'command line') return { candidates: [], files: before }
    // The file of a store is offered with its scheme, which the scripts put before a name that was typed without it. DECISIONS 317
    const isPath = typed.startsWith('file:') || (expected.file === 'store' && !/^\w+:/.test(typed))
    return isPath ? { candidates: [], files: `${before}file:` } : nothing
  }
  const listed = expected.list ? typed.slice(0, typed.lastIndexOf(',') + 1) : ''
  const rest = typed.slice(listed.length)
  const found = await Promise.all((expected.identifiersOf ?? []).map(async (noun) => identifiers(noun, rest)))
  const named = expected.profiles ? (await profiles()).filter(beginsWith(rest)) : []
  const asWords = (words: readonly string[] = []) =>
    words.map((value) => ({ value, description: '' })).filter(beginsWith(rest))
  // The words that end the arguments come first: behind a list of identifiers they would not be on the screen.
  const offered = [
    ...asWords(expected.end),
    ...[...found.flat(), ...named].filter(isOperand),
    ...asWords(expected.words),
  ]
  return {
    candidates: offered
      .filter(({ value }) => !listed.split(',').includes(value))
      .map(({ value, description }) => ({ value: `${before}${listed}${value}`, description })),
  }
}
