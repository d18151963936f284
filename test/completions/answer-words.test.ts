import { topicNames } from '../../src/docs/topics/names.ts'
import { describe, expect, test } from 'vitest'
import { results } from '../../src/contract/vocabulary.ts'
import { answered, offered } from './tree.ts'

// The line typed so far → the words that Tab offers. For the real shells see shells.terminal.test.ts.

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
    ['testctl config set plain ', ['auto', 'always']],
    ['testctl cases import cases --ours a', ['all']],
    ['testctl cases export cases --theirs=a', ['--theirs=all']],
    ['testctl tests list R1 --assigned-to ', ['@me']],
    ['testctl tests assign T1 --to=@', ['--to=@me']],
    ['testctl runs execute R1 --assigned-to @m', ['@me']],
    ['testctl tests update T1 --assigned-to ana', []],
    ['testctl cases import x.csv --to ', [':files']],
    ['testctl serve --host ', []],
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
    expect((await offered('testctl tests list WEB-R1 '))[0]).toBe('--search')
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
    ['testctl cases import ', [':files']],
    ['testctl cases import one/ tw', [':files']],
    ['testctl cases import export.csv --to ne', [':files']],
    ['testctl cases import export.csv --to=ne', [':files --to=']],
    ['testctl cases export ', [':files']],
    ['testctl cases status ', [':files']],
    ['testctl cases lint ', [':files']],
    ['testctl demo --file ', [':files']],
    ['testctl api GET ', []],
    ['testctl exec --junit a.xml -- ', [':files']],
    ['testctl exec -- npm run ./', [':files']],
    ['testctl serve --store file:./te', [':files file:']],
    ['testctl serve --store=file:te', [':files --store=file:']],
    ['testctl serve --store po', [':files file:']],
    ['testctl serve --store=po', [':files --store=file:']],
    ['testctl serve --store postgres:', []],
    ['testctl store copy ', [':files file:']],
    ['testctl store copy file:a.db ./b', [':files file:']],
    ['testctl store backup --store ', [':files file:']],
    ['testctl auth login --url te', []],
    ['testctl store copy file:a.db file:', [':files file:']],
    ['testctl auth login --url file:', [':files file:']],
    ['testctl config set url file:te', [':files file:']],
  ])('%s', async (line, words) => expect(await offered(line)).toEqual(words))
})

test('where no argument is left, one spelling of each flag is offered', async () => {
  const words = await offered('testctl completion zsh ')
  expect(words).toContain('--help')
  expect(words.filter((word) => !word.startsWith('--'))).toEqual([])
})
