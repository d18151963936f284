import { afterAll, beforeAll, expect } from 'vitest'
import { createWindows, type Windows, windowsTest } from '../helpers/windows.ts'

let windows: Windows
beforeAll(async () => {
  windows = await createWindows()
})
afterAll(() => windows.remove())

/** Runs a command line that has to succeed with an empty stderr, and returns its stdout. */
const run = async (...words: string[]): Promise<string> => {
  const { stdout, stderr, exitCode } = await windows.testctl(words)
  expect({ words, stderr, exitCode }).toEqual({ words, stderr: '', exitCode: 0 })
  return stdout
}

windowsTest('projects, cases, milestones, runs, tests and comments are made, changed, listed and deleted', async () => {
  expect(
    await run('projects', 'create', '--name', 'Größe', '--identifier', 'WEB', '--icon', 'globe', '--color', '#3366ff'),
  ).toBe('WEB\n')
  expect(await run('projects', 'list', '--columns', 'identifier,name')).toBe('WEB\tGröße\n')
  expect(await run('cases', 'create', '-p', 'WEB', '--name', 'Login – works', '--step', 'Submit => It opens')).toBe(
    'WEB-C1\n',
  )
  expect(await run('milestones', 'create', '-p', 'WEB', '--name', '1.0')).toBe('WEB-M1\n')
  expect(await run('runs', 'create', '-p', 'WEB', '--name', 'Nightly', '--cases', 'C1', '--milestone', 'M1')).toBe(
    'WEB-R1\n',
  )
  expect(await run('tests', 'set', 'WEB-T1', 'failed')).toBe('WEB-T1\n')
  await run('comments', 'create', 'WEB-T1', '--content', 'Fällt durch')
  expect(await run('comments', 'list', 'WEB-T1', '--columns', 'content')).toBe('Fällt durch\n')
  expect(await run('tests', 'list', 'WEB-R1', '--result', 'failed', '--columns', 'identifier,result')).toBe(
    'WEB-T1\tfailed\n',
  )
  expect(await run('milestones', 'get', 'WEB-M1', '--jq', '.name')).toBe('1.0\n')
  expect(await run('projects', 'delete', 'WEB', '--confirm', 'WEB')).toBe('WEB\n')
  expect(await run('projects', 'list', '--json')).toBe('[]\n')
})

windowsTest('what is wrong is told with the exit code of every platform', async () => {
  expect(await windows.testctl(['runs', 'get', 'WEB-R9'])).toMatchObject({ exitCode: 3, stdout: '' })
  expect(await windows.testctl(['runs', 'lits'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('list'),
  })
  const nowhere = { env: { TESTCTL_URL: 'http://127.0.0.1:9', TESTCTL_API_KEY: 'key' } }
  expect(await windows.testctl(['runs', 'get', 'WEB-R1', '--timeout', '5s'], nowhere)).toMatchObject({ exitCode: 6 })
})

windowsTest('identifiers come from stdin as PowerShell writes them: with a mark before, and CRLF', async () => {
  await run('projects', 'create', '--name', 'Ids', '--identifier', 'IDS', '--icon', 'globe', '--color', '#3366ff')
  for (const name of ['one', 'two']) await run('cases', 'create', '-p', 'IDS', '--name', name)
  await run('runs', 'create', '-p', 'IDS', '--name', 'R', '--all-cases')
  const stdin = '\ufeffIDS-T1\r\nIDS-T2\r\n'
  expect(await windows.testctl(['tests', 'set', '-', 'passed'], { stdin })).toMatchObject({
    stdout: 'IDS-T1\nIDS-T2\n',
    exitCode: 0,
  })
})

windowsTest('help, schemas and the operations of the interface are there', async () => {
  expect(await run('--version')).toMatch(/^testctl \d/)
  expect(await run('runs', '--help')).toContain('submit')
  expect(JSON.parse(await run('schema', 'runs'))).toMatchObject({ type: 'object' })
  expect(JSON.parse(await run('api', 'GET', '/v1/projects'))).toMatchObject({ pagination: {} })
})
