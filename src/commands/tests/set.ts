import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { phraseOf, type ResultName } from '../../contract/vocabulary.ts'
import { UsageError } from '../../errors.ts'
import { counted } from '../../output/text/count.ts'
import { chooseResult, isResult } from '../shared/input/choices.ts'
import { isSingle } from '../shared/input/many.ts'
import { refuseStrayWords } from '../shared/input/stray-words.ts'
import { verb } from '../shared/verbs/index.ts'
import { quoteWord } from '../../system/shell-line.ts'
import { applyChanges, concurrencyFlag } from './apply-changes.ts'
import { readComment } from './comment-flag.ts'
import { readChanges, readTestArguments } from './read-changes.ts'

/** Adds `tests set`. */
export const defineSet = (group: Command, context: Context): void => {
  verb(group, 'set [args...]', {
    summary: 'Set the result of one or more tests',
    changes: 'writes',
    prints: 'tests',
    examples: [
      'testctl tests set WEB-T12 passed',
      'testctl tests set WEB-T1 WEB-T2 WEB-T3 failed',
      "testctl tests set WEB-T12 failed --comment 'No form is shown'",
      'testctl tests list WEB-R7 --result failed --quiet | testctl tests set - untested',
      'testctl tests set --from results.ndjson',
    ],
  })
    .usage('<test...|-> <result> [flags]\n       testctl tests set --from <file|-> [flags]')
    .option('--comment <text>', 'add this comment to each test; - for stdin')
    .option(...concurrencyFlag)
    .option('--from <file>', 'read lines like {"test":"WEB-T1","result":"failed","comment":"…"}; - for stdin')
    .action(async (args: string[], flags: { from?: string; comment?: string; concurrency?: number }) => {
      const comment = await readComment(context, args, flags)
      if (flags.from !== undefined) {
        if (args.length > 0)
          throw new UsageError('--from names the tests itself', { hint: 'leave out the IDs and the result' })
        const changes = await readChanges(context, flags.from)
        return applyChanges(context, changes, {
          sentence: (count) => `Changed ${counted(count, 'test')}`,
          concurrency: flags.concurrency,
        })
      }
      const last = args.at(-1)
      if (args.length < 2 || last === undefined)
        throw new UsageError('which tests, and which result?', { hint: lineMeant(args, flags) })
      const result = chooseResultLast(context, args, flags)
      const { tests, known } = await readTestArguments(context, args.slice(0, -1))
      await applyChanges(
        context,
        tests.map((test) => ({ test, result, ...(comment !== undefined && { comment }) })),
        {
          sentence: (count) => `Set ${counted(count, 'test')} to ${phraseOf[result]}`,
          concurrency: flags.concurrency,
          single: await isSingle(context, 'tests', args.slice(0, -1)),
          known,
        },
      )
    })
}

type Flags = { comment?: string }

/** Returns the line that a lone word was meant for: `T1`, `passed` or `T1=passed`. For a result alone, the test is an example. */
const lineMeant = ([word = '']: readonly string[], flags: Flags): string => {
  const [, test, result] = /^([\w-]+)[=:](\w+)$/.exec(word) ?? []
  if (test !== undefined && result !== undefined) return lineOf([test], { result, ...flags })
  if (isResult(word) || !/^[\w-]+$/.test(word)) return `such as: testctl tests set WEB-T12 ${word || 'passed'}`
  return lineOf([word], { result: 'passed', ...flags })
}

/** Returns a line that sets one result, with the comment that was typed. */
const lineOf = (tests: readonly string[], { result, comment }: Flags & { result: string }): string =>
  ['testctl', 'tests', 'set', ...tests, result, ...(comment === undefined ? [] : ['--comment', comment])]
    .map(quoteWord)
    .join(' ')

/** Returns the result, which must come last and only once. In any other order, throws a UsageError with the line to type. */
const chooseResultLast = (context: Context, args: readonly string[], flags: Flags): ResultName => {
  const last = args.at(-1) ?? ''
  const pairs = args.map((word) => /^([\w-]+)[=:](\w+)$/.exec(word)?.slice(1) ?? [])
  if (args.length > 1 && pairs.every(([, result = '']) => isResult(result)))
    throw new UsageError('the result comes last, apart from the test', {
      hint: linesMeant(
        pairs.flatMap(([test = '', result = '']) => [test, chooseResult(result)]),
        flags,
      ),
    })
  const found = args.filter(isResult)
  if (found.length === 1 && !isResult(last)) {
    const others = args.filter((word) => !isResult(word))
    refuseStrayWords(context, 'tests', others)
    const result = found[0]!
    // This many IDs come from a pipe, and xargs can only put them last. DECISIONS 494
    const isPiped = others.length > mostTyped
    const line = lineOf(isPiped ? ['-'] : others, { result, ...flags })
    throw new UsageError('the result comes last', { hint: isPiped ? `the IDs can come from stdin: … | ${line}` : line })
  }
  const result = chooseResult(last)
  if (found.length > 1) throw new UsageError('one result at a time', { hint: linesMeant(args, flags) })
  return result
}

// More tests in one line are not typed by hand.
const mostTyped = 20

/** Returns `T1 passed T2 failed` as two command lines; as text if both would read the comment from stdin. */
const linesMeant = (args: readonly string[], flags: Flags): string => {
  const lines: string[] = []
  let tests: string[] = []
  for (const word of args) {
    if (!isResult(word)) tests.push(word)
    else if (tests.length > 0) {
      lines.push(lineOf(tests, { result: word, ...flags }))
      tests = []
    }
  }
  if (lines.length > 1 && flags.comment === '-') return `each reads the comment: ${lines.join(', then ')}`
  return lines.length > 0 ? lines.join(' && ') : 'such as: testctl tests set WEB-T1 WEB-T2 passed'
}
