import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const env = { TESTCTL_WEB_URL: 'https://tests.example.com/p/{identifier}?x' }

test.for([
  ['runs get WEB-R7', 'WEB-R7'],
  ['runs status web-r7', 'WEB-R7'],
  ['tests get T1 -p WEB', 'WEB-T1'],
  ['cases get WEB-C1', 'WEB-C1'],
  ['milestones status WEB-M1', 'WEB-M1'],
  ['projects get WEB', 'WEB'],
  ['projects get web', 'WEB'],
])('testctl %s --web in a pipe prints the address of its page', async ([line, identifier]) => {
  expect(await world.prints(`testctl ${line} --web`, { env: { ...env, BROWSER: 'false' } })).toBe(
    `https://tests.example.com/p/${identifier}?x\n`,
  )
})

test.for([
  ['runs status WEB-R7 --gate failed', '--gate'],
  ['runs status WEB-R7 --fail-on failed', '--fail-on'],
  ['runs status --max-failed 0 WEB-R7', '--max-failed'],
  ['runs status WEB-R7 --junit-out j.xml', '--junit-out'],
  ['runs status WEB-R7 --summary s.md', '--summary'],
  ['runs status WEB-R7 --annotate', '--annotate'],
  ['milestones status WEB-M1 --min-passed 100', '--min-passed'],
  ['runs get WEB-R7 --relations tests', '--relations'],
])('testctl %s --web is refused, because it would ignore %s', async ([line, flag]) => {
  expect(await world.fails(`testctl ${line} --web`, { env })).toEqual({
    exitCode: 2,
    stderr: `error: --web only opens the page: ${flag} excludes it\n  leave out one of them\n`,
  })
})

test('--web takes a run by its name as well', async () => {
  const address = await world.prints("testctl runs status -p WEB --name 'Nightly 7' --web --json", { env })
  expect(JSON.parse(address)).toMatchObject({ identifier: 'WEB-R7' })
})

test('an address is opened with BROWSER on a terminal', async () => {
  const browser = join(world.folder, 'browser')
  await writeFile(browser, '#!/bin/sh\nprintf %s "$2" > "$0.opened"\n')
  await chmod(browser, 0o755)
  const typed = { terminal: 80, env: { ...env, PATH: '/usr/bin:/bin', BROWSER: `${browser} --new %s` } }
  expect(await world.prints('testctl runs get WEB-R7 --web', typed)).toBe('')
  expect(await readFile(`${browser}.opened`, 'utf8')).toBe('https://tests.example.com/p/WEB-R7?x')
})

test('where no browser can be opened, the address is printed', async () => {
  for (const more of [{}, { BROWSER: '/no/such/browser' }, { BROWSER: 'false', PATH: '/usr/bin:/bin' }]) {
    const { stdout, exitCode } = await world.type('testctl runs get WEB-R7 --web', {
      terminal: 80,
      env: { ...env, ...more },
    })
    expect({ stdout, exitCode }).toEqual({ stdout: 'https://tests.example.com/p/WEB-R7?x\n', exitCode: 0 })
  }
})

test('a service in a file has no pages, and web_url must name some', async () => {
  expect((await world.fails('testctl runs get WEB-R7 --web')).stderr).toContain('a service in a file has no pages')
  expect((await world.fails('testctl runs get WEB-T7 --web', { env })).stderr).toContain('is a test, not a test run')
  for (const value of ['javascript:alert({identifier})', 'https://x.example', '--help {identifier}'])
    expect((await world.fails('testctl runs get WEB-R7 --web', { env: { TESTCTL_WEB_URL: value } })).exitCode).toBe(2)
})

test('what a service serves itself is beside its interface', async () => {
  const typed = { env: { TESTCTL_URL: 'https://tests.example.com/team/', TESTCTL_API_KEY: 'x' } }
  expect(await world.prints('testctl runs get WEB-R7 --web', typed)).toBe('https://tests.example.com/team/WEB-R7\n')
})
