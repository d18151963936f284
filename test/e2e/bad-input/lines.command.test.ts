import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld } from '../../helpers/world.ts'
import { type Failing, openFailing, key } from './failing.ts'

let there: Failing
beforeAll(async () => {
  there = await openFailing(await createWorld())
})
afterAll(() => there.close())

// A list of bad input, each with its exit code and a next step.
describe('what is typed', () => {
  test.each<[line: string, error: string | RegExp, next: string]>([
    ['testctl test set WEB-T1 pased', 'there is no result "pased"', 'did you mean passed?'],
    ['testctl tsts list', /unknown command 'tsts'/, 'did you mean tests?'],
    ['testctl tests lst WEB-R1', /unknown command 'lst'/, 'did you mean list'],
    ['testctl tests list WEB-R1 --resutl failed', /unknown option '--resutl'/, 'did you mean --result?'],
    ['testctl tests list', /which run\?/, 'testctl'],
    ['testctl tests get WEB-R1', 'WEB-R1 is a test run, not a test', 'tests list WEB-R1'],
    ['testctl tests get T1', 'T1 needs a project', 'WEB-T1'],
    ['testctl runs create -p WEB --name x --cases OLD-C1', /OLD-C1 belongs to the project OLD, not to WEB/, 'WEB'],
    ['testctl tests set WEB-T1', 'which tests, and which result?', 'testctl tests set'],
    ['testctl cases list', 'which project?', '--project'],
    ['testctl tests list WEB-R1 --limit many', /--limit takes a whole number/, 'a number such as 20'],
    ['testctl tests list WEB-R1 --columns nam', /nam/, 'name'],
    ['testctl cases update WEB-C1', 'there is nothing to change', '--name'],
    ["testctl cases create -p WEB --name x --steps '{'", /is not valid JSON/, '--steps-file'],
    ['testctl cases create -p WEB --name x --steps @absent.json', /there is no file absent.json/, 'another folder'],
    ['testctl tests list WEB-R1 --timeout soon', /timeout/, '30s'],
    ['testctl projects delete OLD', /needs its identifier once more/, '--confirm OLD'],
    ['testctl projects delete OLD --confirm WEB', /was not deleted/, 'OLD'],
    ['testctl comments list 0123', /through an identifier only/, 'did you mean C0123 or T0123?'],
    ['testctl comments create WEB-R1 --content x', /cannot be commented on/, 'WEB-T1'],
    ["testctl comments create WEB-T1 --content ''", /empty/, '--content'],
    ['testctl runs submit report.xml', 'into which run?', '--run'],
    ['testctl completion powershel', /there is no shell/, 'bash'],
    ['testctl api PATCH /v1/projects', /not a method/, 'GET, PUT, POST and DELETE'],
    ['testctl api GET /v2/projects', /not a path/, '/v1/projects'],
    ['testctl tests get ../WEB', /neither an identifier nor an id/, 'WEB-T12'],
  ])('%s', async (line, error, next) => {
    const told = await there.fails(line)
    expect(told).toMatchObject({ exitCode: 2, error: expect.stringMatching(error) })
    expect(told.next).toContain(next)
  })
})

describe('the address and the key', () => {
  test.each<[what: string, env: Record<string, string>, exitCode: number, error: RegExp, next: string]>([
    ['no address', { TESTCTL_URL: '' }, 2, /no service is named/, 'testctl auth login'],
    ['no address, but a key', { TESTCTL_URL: '', TESTCTL_API_KEY: key }, 2, /no service is named/, 'TESTCTL_URL'],
    ['something else', { TESTCTL_URL: 'tests.example.com' }, 2, /TESTCTL_URL is not the address/, 'https://'],
    ['a key in place of it', { TESTCTL_URL: key }, 2, /TESTCTL_URL is not the address/, 'https://'],
    ['no TLS', { TESTCTL_URL: 'http://tests.example.com', TESTCTL_API_KEY: key }, 2, /has no TLS/, 'https:'],
    ['no key', { TESTCTL_URL: 'https://tests.example.com' }, 4, /there is no key for/, 'TESTCTL_API_KEY'],
    [
      'an empty key file',
      { TESTCTL_API_KEY_FILE: '/dev/null', TESTCTL_URL: 'https://a.example' },
      2,
      /is empty/,
      'key',
    ],
    [
      'no key file',
      { TESTCTL_API_KEY_FILE: 'absent', TESTCTL_URL: 'https://a.example' },
      2,
      /absent.*it is not there/,
      'a file that contains only the key',
    ],
    ['a key with a space', { TESTCTL_API_KEY: `${key} `, TESTCTL_URL: 'https://a.example' }, 2, /a space/, 'alone'],
    ['no such host', { TESTCTL_URL: 'https://tests.invalid', TESTCTL_API_KEY: key }, 6, /tests\.invalid/, ''],
    ['no folder for the file', { TESTCTL_URL: 'file:./a/b/c.db' }, 2, /there is no folder/, 'mkdir -p'],
    ['a folder', { TESTCTL_URL: 'file:.' }, 2, /is a folder/, '/team.db'],
  ])('%s', async (_, env, exitCode, error, next) => {
    const told = await there.fails('testctl projects list --timeout 5s', { env })
    expect(told).toMatchObject({ exitCode, error: expect.stringMatching(error) })
    expect(told.next).toContain(next)
  })

  test('a wrong key', async () => {
    const env = { TESTCTL_URL: there.remote.url, TESTCTL_API_KEY: 'canary-wrong' }
    const told = await there.fails('testctl projects list', { env })
    expect(told).toMatchObject({ exitCode: 4, error: 'the service refused the key (401)' })
    expect(told.next).toContain('testctl auth status')
    expect(await there.fails('testctl tests set WEB-T1 WEB-T2 passed', { env })).toEqual(told)
    expect(await there.fails('testctl auth status', { env })).toMatchObject({
      exitCode: 4,
      error: `${there.remote.url} refused the key of TESTCTL_API_KEY`,
    })
  })
})
