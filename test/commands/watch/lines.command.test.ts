import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Watched, openWatched, both } from './watched.ts'

let watched: Watched
beforeEach(async () => {
  watched = await openWatched()
})
afterEach(() => watched.close())

describe('where stdout is no terminal', () => {
  test('each change is a line, with when, which test, from what to what, its name, and who did it', async () => {
    const { stdout, stderr, exitCode } = await watched.watchWhile('testctl runs watch WEB-R1', both)
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
    expect(stdout.replace(/^20\d\d-\d\d-\d\dT[\d:.]+Z\t/gm, '')).toBe(
      'WEB-T1\tuntested\tinProgress\tlogs in\tana\n' +
        'WEB-T1\tinProgress\tfailed\tlogs in\tana\n' +
        'WEB-T2\tuntested\tpassed\tlogs out\tana\n',
    )
  })

  test('--columns chooses among them', async () => {
    const { stdout } = await watched.watchWhile('testctl runs watch WEB-R1 --columns to,identifier', both)
    expect(stdout).toBe('inProgress\tWEB-T1\nfailed\tWEB-T1\npassed\tWEB-T2\n')
  })

  test('--csv and --template say the same in their way', async () => {
    const csv = await watched.watchWhile('testctl runs watch WEB-R1 --csv --columns to,identifier', both)
    expect(csv.stdout).toBe('to,identifier\r\ninProgress,WEB-T1\r\nfailed,WEB-T1\r\npassed,WEB-T2\r\n')
    await watched.world.prints('testctl tests set WEB-T1 WEB-T2 untested')
    const filled = await watched.watchWhile("testctl runs watch WEB-R1 --template '{identifier} is {to}'", both)
    expect(filled.stdout).toBe('WEB-T1 is inProgress\nWEB-T1 is failed\nWEB-T2 is passed\n')
  })

  test('--ndjson gives each change, and at last what runs status gives', async () => {
    const { stdout } = await watched.watchWhile('testctl runs watch WEB-R1 --ndjson', both)
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines[0]).toEqual({
      type: 'change',
      time: expect.stringMatching(/^20.*Z$/),
      id: await watched.world.idOf('WEB-T1'),
      identifier: 'WEB-T1',
      name: 'logs in',
      caseId: await watched.world.idOf('WEB-C1'),
      from: 'untested',
      to: 'inProgress',
      by: 'ana',
    })
    expect(lines.map(({ type }) => type)).toEqual(['change', 'change', 'change', 'end'])
    expect(lines.at(-1)).toEqual({ type: 'end', ...(await watched.world.json('testctl runs status WEB-R1')) })
  })

  test('--json is one object in the end, with the changes', async () => {
    const { stdout } = await watched.watchWhile('testctl runs watch WEB-R1 --json', both)
    const { changes, ...state } = JSON.parse(stdout) as { changes: { to: string }[] }
    expect(state).toEqual(await watched.world.json('testctl runs status WEB-R1'))
    expect(changes.map(({ to }) => to)).toEqual(['inProgress', 'failed', 'passed'])
  })

  test('--quiet names the tests that have failed, each when it fails', async () => {
    await watched.world.prints('testctl tests set WEB-T2 failed')
    const changes = ['testctl tests set WEB-T1 failed']
    expect((await watched.watchWhile('testctl runs watch WEB-R1 --quiet', changes)).stdout).toBe('WEB-T2\nWEB-T1\n')
  })

  test('a test that comes has no result before, and one that goes has none now', async () => {
    const { stdout } = await watched.watchWhile('testctl runs watch WEB-R1', [
      'testctl runs update WEB-R1 --add-case C3',
      'testctl runs update WEB-R1 --remove-case C3',
      'testctl tests set WEB-T1 WEB-T2 passed',
    ])
    expect(
      stdout
        .replace(/^\S+\t/gm, '')
        .split('\n')
        .slice(0, 2),
    ).toEqual(['WEB-T19\t\tuntested\tresets the password\tana', 'WEB-T19\tuntested\t\tresets the password\t'])
  })

  test('a run that is done has nothing to tell', async () => {
    await watched.world.prints('testctl tests set WEB-T1 WEB-T2 passed')
    expect(await watched.world.prints('testctl runs watch WEB-R1')).toBe('')
  })
})
