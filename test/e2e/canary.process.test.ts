import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, onTestFinished } from 'vitest'
import { type Remote, startRemote } from '../helpers/remote.ts'
import { hostile, http } from '../wire/hostile.ts'
import { everyLine } from './lines.ts'
import { createMachine, type Machine } from './machine.ts'
import { seed } from './seed.ts'
import { key, expectNoKey, expectNoKeyIn } from './keyless.ts'
import { keep } from '../helpers/keep.ts'

let machine: Machine
beforeEach(async () => {
  machine = await createMachine()
  onTestFinished(machine.remove)
})

// RELIABILITY 8: the key is found in no output, file, argument list or other socket.
/** Types lines side by side, and sees to it that the key is in nothing that they leave behind. */
const typeWithoutKey = async (lines: readonly string[], env: Record<string, string>): Promise<void> => {
  const all = await Promise.all(lines.map((line) => machine.type(line, { env })))
  for (const [at, line] of lines.entries()) await expectNoKeyIn(machine, line, all[at]!)
}

describe('every command', () => {
  let remote: Remote
  beforeEach(async () => {
    await seed(machine.folder)
    await writeFile(join(machine.folder, 'report.xml'), '<testsuites><testcase name="Login works"/></testsuites>')
    remote = keep(await startRemote(key, `file:${join(machine.folder, 'team.db')}`))
  })

  // Two processes for each command take a while where others want the processor too.
  test('keeps the key to the one service, whatever it prints', async () => {
    const env = { TESTCTL_URL: remote.url, TESTCTL_API_KEY: key }
    for (const line of everyLine()) await typeWithoutKey([`${line} -v`, `${line} -v --json`], env)
    const commands = new Set(remote.requests.map(({ method, path }) => `${method} ${path.split('/')[2]}`))
    for (const noun of ['projects', 'cases', 'test-runs', 'tests', 'milestones'])
      for (const method of ['GET', 'PUT', 'POST', 'DELETE']) expect(commands).toContain(`${method} ${noun}`)
  })

  test('stands in no list of arguments while it runs', async () => {
    let seen = ''
    remote.before = async () => {
      const { pid } = running
      seen += await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => 'nothing to see')
    }
    const running = machine.start('testctl projects list', { env: { TESTCTL_URL: remote.url, TESTCTL_API_KEY: key } })
    expect(await running).toMatchObject({ exitCode: 0 })
    expect(seen).not.toBe('')
    expectNoKey(seen, 'arguments')
  })
})

describe('a service that repeats what it was sent', () => {
  const echoes: [string, (request: string) => string][] = [
    ['as the message of a 500', (request) => http(500, JSON.stringify({ message: request }))],
    [
      'as the message of a 400',
      (request) => http(400, JSON.stringify({ message: request, issues: [{ path: request, message: request }] })),
    ],
    ['as the message of a 401', (request) => http(401, JSON.stringify({ message: request }))],
    ['as a page', (request) => http(502, `<html><pre>${request}</pre></html>`, { 'content-type': 'text/html' })],
    ['as a text with success', (request) => http(200, request)],
    ['as a project', (request) => http(200, project(request))],
    ['in the id of the request', (request) => http(500, '{}', { 'x-request-id': keyIn(request) })],
    ['as the target of a redirect', (request) => http(302, '', { location: `http://127.0.0.1:9/?${keyIn(request)}` })],
  ]
  test.each(echoes)('%s', async (_, echo) => {
    const server = keep(await hostile(({ socket, request }) => socket.end(echo(request))))
    const env = { TESTCTL_URL: server.url, TESTCTL_API_KEY: key }
    for (const line of [
      'projects list',
      'projects create --name A --identifier A',
      'api /v1/projects -i',
      'api projects.list',
      'api tests.update --test-id WEB-T1 --result passed',
      'auth status',
    ])
      await typeWithoutKey([`testctl ${line} -v --timeout 3s`, `testctl ${line} --json --timeout 3s`], env)
    expect(server.requests.join('')).toContain(`x-api-key: ${key}`)
  })

  const keyIn = (request: string): string => /x-api-key: (.*)/i.exec(request)?.[1] ?? ''
  const project = (name: string): string => {
    const common = { id: 'p', createdAt: 0, createdBy: name, updatedAt: 0, updatedBy: name }
    const one = { ...common, name, identifier: 'A', icon: name, color: '' }
    return JSON.stringify({ project: one, projects: [one], pagination: { limit: 50, offset: 0, total: 1 } })
  }
})

test('the checks of this file see a key where there is one', () => {
  expect(() => expectNoKey(`x ${key} y`, 'planted')).toThrow(/planted/)
})
