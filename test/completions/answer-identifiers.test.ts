import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatAnswer, type Identifiers } from '../../src/completions/candidates.ts'
import { complete } from '../../src/completions/answer.ts'
import { answered, hostile, know, offered, tree } from './tree.ts'
import { character } from '../helpers/character.ts'

describe('identifiers', () => {
  const identifiers: Identifiers = async (noun, prefix) =>
    [1, 2]
      .map((number) => ({ value: `WEB-${noun[0]!.toUpperCase()}${number}`, description: `one of the ${noun}` }))
      .filter(({ value }) => value.startsWith(prefix))

  test.each([
    ['testctl tests get WEB-', ['WEB-T1', 'WEB-T2']],
    ['testctl tests set WEB-T1 WEB-', ['WEB-T1', 'WEB-T2']],
    ['testctl tests set WEB-T1 ', ['untested', 'inProgress', 'passed', 'failed', 'WEB-T1', 'WEB-T2']],
    ['testctl tests list ', ['WEB-R1', 'WEB-R2']],
    ['testctl runs delete WEB-', ['WEB-R1', 'WEB-R2']],
    ['testctl runs diff WEB-R1 WEB-', ['WEB-R1', 'WEB-R2']],
    ['testctl api tests.list --test-run-id ', ['WEB-R1', 'WEB-R2']],
    ['testctl api cases.get --identifier=WEB-C', ['--identifier=WEB-C1', '--identifier=WEB-C2']],
    ['testctl config set project ', ['WEB-P1', 'WEB-P2']],
    ['testctl runs create --cases WEB-C1,WEB-', ['WEB-C1,WEB-C2']],
    ['testctl cases import cases --ours WEB-', ['WEB-C1', 'WEB-C2']],
    ['testctl runs create --cases=WEB-C1,WEB-', ['--cases=WEB-C1,WEB-C2']],
    ['testctl comments list WEB-', ['WEB-C1', 'WEB-C2', 'WEB-T1', 'WEB-T2']],
    ['testctl comments delete WEB-', []],
  ])('%s', async (line, words) => expect(await offered(line, identifiers)).toEqual(words))

  test('none are offered until there is somewhere to take them from', async () =>
    expect(await answered('testctl tests get WEB-')).toBe(''))
})

describe('what a service sent', () => {
  test('is left out where a shell would have to quote it, and cannot be taken for a flag', async () =>
    expect(await offeredSafely('testctl tests get ')).toEqual(['WEB-T1', 'WEB-T2', 'WEB-T3', 'WEB-T4', 'WEB-T6']))

  test('cannot end its line, act on a terminal, or hide', async () => {
    const answer = await answered('testctl tests get ', () => hostile)
    expect(answer).toContain('WEB-T1\t$(touch pwned) `touch pwned` ; touch pwned\n')
    expect(answer).toContain('WEB-T3\tred [31m bell 31m :files WEB-T99 new line\n')
    expect(answer).toContain('WEB-T4\tbidi gnirts zero width %F{red}%n %% $HOME ~root *\n')
  })

  test('whatever it is, makes lines of a harmless word and a text that is only shown', async () => {
    const text = fc.oneof(fc.string({ unit: character }), fc.string())
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ value: text, description: text })), async (candidates) => {
        const answer = formatAnswer(
          await complete(
            tree,
            ['tests', 'get', ''],
            know(() => candidates),
          ),
        )
        for (const line of answer.split('\n').slice(0, -1))
          expect(line).toMatch(/^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_@%+=:,./-]*(\t[^\p{C}\p{Zl}\p{Zp}]+)?$/u)
      }),
    )
  })

  const offeredSafely = async (line: string): Promise<string[]> =>
    (await answered(line, () => hostile))
      .split('\n')
      .slice(0, -1)
      .map((one) => one.split('\t')[0]!)
})
