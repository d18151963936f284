import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command, Option } from 'commander'
import fc from 'fast-check'
import { topicNames } from '../../src/topics/names.ts'
import { describe, expect, test } from 'vitest'
import { formatAnswer, type Identifiers } from '../../src/completions/candidates.ts'
import { expectedByFlag, isRepeatable } from '../../src/completions/expected.ts'
import { pack, unpack } from '../../src/completions/packing.ts'
import { complete } from '../../src/completions/tree.ts'
import { operations } from '../../src/contract/operations.ts'
import { results } from '../../src/contract/vocabulary.ts'
import { root as project } from '../helpers/world.ts'
import { answered, hostile, know, offered, tree, whole } from './tree.ts'

// A line as far as it is typed → the words that Tab offers. In the real shells: shells.test.ts.

const nouns = ['projects', 'cases', 'runs', 'tests', 'milestones', 'comments', 'reports']

const others = ['auth', 'config', 'serve', 'keys', 'store', 'exec', 'demo', 'doctor', 'api', 'schema', 'completion']

describe('nouns and verbs', () => {
  test.each([
    [
      'testctl ',
      [
        ...nouns,
        'auth',
        'config',
        'serve',
        'keys',
        'store',
        'exec',
        'demo',
        'doctor',
        'api',
        'schema',
        'completion',
        'help',
      ],
    ],
    ['testctl te', ['tests']],
    ['testctl c', ['cases', 'comments', 'config', 'completion']],
    ['testctl nothing', []],
    ['testctl _', []],
    ['testctl tests s', ['set']],
    ['testctl test s', ['set']],
    ['testctl -p WEB tests s', ['set']],
    ['testctl --project=WEB --json tests s', ['set']],
    ['testctl --project tests runs su', ['submit']],
    ['testctl tests -qp WEB s', ['set']],
    ['testctl tests -pWEB s', ['set']],
    ['testctl tests l', ['list']],
    ['testctl tests v', []],
    ['testctl nonsense ', []],
    ['testctl tests nonsense ', []],
    ['testctl auth profile ', ['list', 'use']],
    ['testctl completion ', ['install', 'uninstall', 'bash', 'zsh', 'fish', 'powershell']],
    ['testctl completion z', ['zsh']],
    ['testctl help ru', ['runs']],
    ['testctl help ', [...nouns, ...others, ...topicNames]],
    ['testctl -- te', ['tests']],
  ])('%s', async (line, words) => expect(await offered(line)).toEqual(words))

  test('come with what they are', async () => expect(await answered('testctl tests s')).toMatch(/^set\tSet \w.+\n$/))
})

describe('values', () => {
  test.each([
    ['testctl tests set WEB-T1 ', [...results]],
    ['testctl tests set WEB-T1 p', ['passed']],
    ['testctl tests set WEB-T1 WEB-T2 f', ['failed']],
    ['testctl tests set p', []],
    ['testctl tests set - u', ['untested']],
    ['testctl tests set WEB-T1 -p WEB f', ['failed']],
    ['testctl tests set WEB-T1 -- f', ['failed']],
    ['testctl tests update WEB-T1 --result ', [...results]],
    ['testctl tests edit WEB-T1 --result=', results.map((result) => `--result=${result}`)],
    ['testctl tests list WEB-R1 --result=f', ['--result=failed']],
    ['testctl runs status WEB-R1 --gate ', ['untested', 'inProgress', 'failed']],
    ['testctl runs status WEB-R1 --gate failed,u', ['failed,untested']],
    ['testctl tests list --relations ', ['case', 'comments']],
    ['testctl tests ls --relations ', ['case', 'comments']],
    ['testctl tests get --relations case,', ['case,comments', 'case,test_run']],
    ['testctl tests get --relations case,t', ['case,test_run']],
    ['testctl tests get --relations=case,t', ['--relations=case,test_run']],
    ['testctl tests get --relations case,comments,test_run,', []],
    ['testctl projects list --relations c', ['cases']],
    ['testctl runs list --columns na', ['name']],
    ['testctl runs list --columns name,results.p', ['name,results.passed']],
    ['testctl --color ', ['auto', 'always', 'never']],
    ['testctl runs list --color=n', ['--color=never']],
    ['testctl projects create --color ', []],
    ['testctl runs list --progress p', ['plain']],
    ['testctl completion install ', ['bash', 'zsh', 'fish', 'powershell']],
    ['testctl completion install z', ['zsh']],
    ['testctl config get ap', ['apiKey']],
    ['testctl config set pro', ['project']],
    ['testctl api P', ['PUT', 'POST']],
    ['testctl api tests.u', ['tests.update']],
    ['testctl api test.update --re', ['--result']],
    ['testctl api tests.update --result p', ['passed']],
    ['testctl api -i tests.list --relations case,', ['case,comments']],
    ['testctl api GET /v1/projects --pag', ['--paginate']],
    ['testctl config set color a', ['auto', 'always']],
    ['testctl config set columns identifier,na', ['identifier,name']],
    ['testctl config set url ', []],
    ['testctl schema te', ['tests']],
    ['testctl tests list --json=', []],
    ['testctl tests list --nothing=', []],
    ['testctl cases create --name ', []],
  ])('%s', async (line, words) => expect(await offered(line)).toEqual(words))
})

describe('flags', () => {
  test.each([
    ['testctl tests list --re', ['--relations', '--result']],
    ['testctl tests list --result failed --re', ['--relations']],
    ['testctl tests list --result=failed --re', ['--relations']],
    ['testctl --json tests list --js', []],
    ['testctl tests list -q --qu', []],
    ['testctl cases create --step a --st', ['--step', '--steps', '--steps-file']],
    ['testctl --color never projects create --co', ['--color', '--columns']],
    ['testctl projects create --color red --co', ['--columns']],
    ['testctl tests list -- --re', []],
    ['testctl tests set --result', []],
    ['testctl projects list -p', ['-p']],
    ['testctl completion bash --he', ['--help']],
    ['testctl __complete --h', []],
  ])('%s', async (line, words) => expect(await offered(line)).toEqual(words))

  test('those of the command come before the global ones', async () => {
    const flags = await offered('testctl tests update WEB-T1 -')
    expect(flags.slice(0, 3)).toEqual(['--dry-run', '--result', '--assigned-to'])
    expect(flags.indexOf('--project')).toBeGreaterThan(2)
    expect(flags).toContain('-p')
    expect(flags.slice(-2)).toEqual(['--help', '-h'])
  })

  test('are offered by themselves where no argument is left to be typed', async () => {
    expect((await offered('testctl tests list WEB-R1 '))[0]).toBe('--relations')
    expect((await offered('testctl tests set WEB-T1 passed '))[0]).toBe('--dry-run')
    expect(await offered('testctl tests list WEB-R1 x')).toEqual([])
    expect(await offered('testctl tests list WEB-R1 -- ')).toEqual([])
  })
})

describe('files', () => {
  test.each([
    ['testctl tests set --from ', [':files']],
    ['testctl tests set --from=re', [':files --from=']],
    ['testctl cases create --steps-file st', [':files']],
    ['testctl cases create --steps-file=st', [':files --steps-file=']],
    ['testctl cases create --steps @st', []],
    ['testctl cases create --preconditions st', []],
    ['testctl comments create WEB-C1 --content @', []],
    ['testctl comments create WEB-C1 --content-file ', [':files']],
    ['testctl runs submit ', [':files']],
    ['testctl runs submit one.xml two', [':files']],
    ['testctl runs wait WEB-R1 --junit-out ', [':files']],
  ])('%s', async (line, words) => expect(await offered(line)).toEqual(words))
})

describe('identifiers', () => {
  const identifiers: Identifiers = async (noun, prefix) =>
    [1, 2]
      .map((number) => ({ value: `WEB-${noun[0]!.toUpperCase()}${number}`, description: `one of the ${noun}` }))
      .filter(({ value }) => value.startsWith(prefix))

  test.each([
    ['testctl tests get WEB-', ['WEB-T1', 'WEB-T2']],
    ['testctl tests set WEB-T1 WEB-', ['WEB-T1', 'WEB-T2']],
    ['testctl tests list ', ['WEB-R1', 'WEB-R2']],
    ['testctl runs delete WEB-', ['WEB-R1', 'WEB-R2']],
    ['testctl runs diff WEB-R1 WEB-', ['WEB-R1', 'WEB-R2']],
    ['testctl api tests.list --test-run-id ', ['WEB-R1', 'WEB-R2']],
    ['testctl api cases.get --identifier=WEB-C', ['--identifier=WEB-C1', '--identifier=WEB-C2']],
    ['testctl config set project ', ['WEB-P1', 'WEB-P2']],
    ['testctl runs create --cases WEB-C1,WEB-', ['WEB-C1,WEB-C2']],
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
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string())
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

describe('every flag of the tree', () => {
  const flagsIn = (command: Command, path: readonly string[] = []): { path: readonly string[]; option: Option }[] => [
    // What help does not show, Tab does not either.
    ...command.options.filter(({ hidden }) => !hidden).map((option) => ({ path, option })),
    ...command.commands.flatMap((one) => flagsIn(one, [...path, one.name()])),
  ]
  const flags = flagsIn(whole)

  // A new flag with a value fails here until it stands in src/completions/expected.ts, or in this list of free texts.
  const free =
    '--name --identifier --icon --color --step --custom-field --assigned-to --search --to --limit --offset --page-size ' +
    '--timeout --url --field --columns --concurrency ' +
    '--max-failed --min-passed --interval --match-property --match-pattern --keep-newer --comment-limit --expires --store ' +
    '--port --host --rate-limit --template --jq --comment-id --content --preconditions --steps --custom-fields --input'

  test('that takes a value is known to complete, or to be free', () => {
    const unknown = flags
      .filter(({ path, option }) => option.required && !expectedByFlag(path, option))
      .map(({ option }) => option.long!)
    expect([...new Set(unknown)].filter((long) => !free.split(' ').includes(long))).toEqual([])
  })

  test('of an operation that names resources offers those, and those only', () => {
    for (const { name, fields } of operations())
      // A comment has no name that a Tab could show.
      for (const { flag, nouns, kind } of fields.filter((field) => field.nouns.some((noun) => noun !== 'comments'))) {
        const option = flags.find(({ path, option: { long } }) => path[1] === name && long === flag)!.option
        const expected = { identifiersOf: nouns, ...(kind === 'list' && { list: true }) }
        expect([name, flag, expectedByFlag(['api', name], option)]).toEqual([name, flag, expected])
      }
  })

  test('is repeatable if it collects what it is given', () => {
    const repeatable = flags.filter(({ option }) => isRepeatable(option)).map(({ option }) => option.long)
    expect(repeatable).toEqual(expect.arrayContaining(['--step', '--cases', '--field', '--case-ids']))
    expect(repeatable).not.toContain('--name')
    expect(repeatable).not.toContain('--limit')
  })
})

describe('the tree as data', () => {
  test('packed and unpacked it is the same', () => expect(unpack(pack(tree))).toEqual(tree))

  test('is what the build left for completion', () =>
    expect(JSON.parse(readFileSync(join(project, 'dist/tree.json'), 'utf8'))).toEqual(pack(tree)))
})
