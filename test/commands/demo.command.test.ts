import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'
import { splitWords } from '../helpers/world.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

/** Runs a command line that begins with an environment variable: `TESTCTL_URL=file:./x.db testctl …`. */
const paste = (line: string) => {
  const [first = '', ...words] = splitWords(line.trim())
  const at = first.indexOf('=')
  const typed = words[0] === 'npx' ? words.slice(1) : words
  return world.prints(typed.join(' '), { env: { [first.slice(0, at)]: first.slice(at + 1) } })
}

const nextOf = (shown: string) => shown.split('Try next:\n')[1]!.trimEnd().split('\n')

test('shows a run with the results of a real report, its counts, and what to try', async () => {
  const { stdout, stderr, exitCode } = await world.type('testctl demo --progress none', {
    terminal: 100,
    env: { NO_COLOR: '1' },
  })
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  expect(stdout).toMatch(/^IDENTIFIER +NAME +RESULT +ASSIGNED TO +UPDATED AT\nDEMO-T1 +Cart > starts empty +✓ passed/)
  expect(stdout.match(/^DEMO-T\d+ /gm)).toHaveLength(27)
  expect(stdout).toContain('\nDEMO-R1 Nightly 1: 27 tests, 22 passed, 3 failed, 2 untested (skipped)\n')
  expect(nextOf(stdout)).toHaveLength(4)
})

test.each(['', '--file try.db', "--file 'my demo.db'", "--file ./it\\'s.db"])(
  'the commands that testctl demo %s prints work',
  async (flags) => {
    const [list, set, get] = nextOf(await world.prints(`testctl demo ${flags}`))
    expect((await paste(list!)).match(/\tfailed\t/g)).toHaveLength(3)
    expect(await paste(set!)).toMatch(/^DEMO-T\d+\n$/)
    expect(await paste(get!)).toMatch(/^DEMO-R1  Nightly 1\n\nresults: +23\/27 passed, 2 failed, 2 untested\n/)
  },
)

test('--file takes the address of a file, too', async () => {
  const [list] = nextOf(await world.prints('testctl demo --file file:./z.db'))
  expect(list).toBe('  TESTCTL_URL=file:./z.db testctl tests list DEMO-R1 --result failed')
  expect((await paste(list!)).match(/\tfailed\t/g)).toHaveLength(3)
})

test('under npx they go through npx', async () => {
  const [first] = nextOf(await world.prints('testctl demo', { env: { npm_command: 'exec' } }))
  expect(first).toBe('  TESTCTL_URL=file:./testctl-demo.db npx testctl tests list DEMO-R1 --result failed')
})

test('under yarn they go through yarn', async () => {
  const env = { npm_config_user_agent: 'yarn/4.9.1 npm/? node/v24.0.0 linux x64' }
  const [first] = nextOf(await world.prints('testctl demo', { env }))
  expect(first).toBe('  TESTCTL_URL=file:./testctl-demo.db yarn testctl tests list DEMO-R1 --result failed')
})

test('a second time adds a run of the same cases', async () => {
  await world.prints('testctl demo')
  expect(await world.prints('testctl demo')).toContain(
    '\nDEMO-R2 Nightly 2: 27 tests, 22 passed, 3 failed, 2 untested (skipped)\n',
  )
  const env = { TESTCTL_URL: 'file:testctl-demo.db' }
  expect(await world.prints('testctl projects list -q', { env })).toBe('DEMO\n')
  expect((await world.prints('testctl cases list -p DEMO -q', { env })).split('\n')).toHaveLength(28)
  expect(
    await world.prints('testctl milestones list -p DEMO --relations test_runs --columns name,testRuns', { env }),
  ).toBe('Release 1.0\t2\n')
})

test('as JSON it is the run, what was submitted, and what to try', async () => {
  expect(await world.json('testctl demo')).toMatchObject({
    url: 'file:./testctl-demo.db',
    run: { identifier: 'DEMO-R1', results: { total: 27, passed: 22, failed: 3, inProgress: 0, untested: 2 } },
    summary: { results: { read: 27, matched: 27, unmatched: 0 } },
    next: [
      expect.stringContaining('tests list DEMO-R1'),
      expect.any(String),
      expect.any(String),
      expect.stringContaining('runs execute DEMO-R1'),
    ],
  })
})

test('quietly it is the identifier of the run', async () => {
  expect(await world.prints('testctl demo --quiet')).toBe('DEMO-R1\n')
})

test('needs no setting, and touches no other service', async () => {
  await world.prints('testctl demo', { env: { TESTCTL_URL: '', TESTCTL_PROJECT: 'NOPE' } })
  expect(await world.prints('testctl projects list -q')).toBe('WEB\nOLD\n')
})
