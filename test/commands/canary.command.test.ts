import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { once } from '../../src/system/async/once.ts'
import { expectNoKeyIn, key } from '../e2e/keyless.ts'
import { everyLine } from '../e2e/lines.ts'
import { readFiles } from '../helpers/files.ts'
import { keep } from '../helpers/keep.ts'
import { startRemote } from '../helpers/remote.ts'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'
import { hostile, http } from '../wire/hostile.ts'

// RELIABILITY 8: the key is in no output and no file. Tests that need real processes: e2e/canary.process.test.ts.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

/** Runs command lines in parallel and checks that neither their output nor any file of the world has the key. */
const typeWithoutKey = async (lines: readonly string[], env: Record<string, string>): Promise<void> => {
  const all = await Promise.all(lines.map((line) => world.type(line, { env })))
  const there = { files: once(() => readFiles(world.folder)) }
  for (const [at, line] of lines.entries()) await expectNoKeyIn(there, line, all[at]!)
}

describe('every command', () => {
  test('keeps the key to the one service, whatever it prints', async () => {
    await writeFile(join(world.folder, 'report.xml'), '<testsuites><testcase name="Login works"/></testsuites>')
    const remote = keep(await startRemote(key, `file:${join(world.folder, 'team.db')}`))
    const env = { TESTCTL_URL: remote.url, TESTCTL_API_KEY: key }
    for (const line of everyLine()) await typeWithoutKey([`${line} -v`, `${line} -v --json`], env)
    const commands = new Set(remote.requests.map(({ method, path }) => `${method} ${path.split('/')[2]}`))
    for (const noun of ['projects', 'cases', 'test-runs', 'tests', 'milestones'])
      for (const method of ['GET', 'PUT', 'POST', 'DELETE']) expect(commands).toContain(`${method} ${noun}`)
  })
})

describe('a service that repeats what it was sent', () => {
  const echoes: [string, (request: string) => string][] = [
    ['as the message of a 500', (request) => http(500, inMessage(request))],
    [
      'as the message of a 400',
      (request) => http(400, JSON.stringify({ message: request, issues: [{ path: request, message: request }] })),
    ],
    ['as the message of a 401', (request) => http(401, inMessage(request))],
    ['as PHP writes it', (request) => http(401, inMessage(request).replaceAll('/', '\\/'))],
    ['as .NET writes it', (request) => http(401, inMessage(request).replaceAll('\\"', '\\u0022'))],
    ['as a page', (request) => http(502, `<html><pre>${request}</pre></html>`, { 'content-type': 'text/html' })],
    ['as a text with success', (request) => http(200, request)],
    ['as a project', (request) => http(200, project(request))],
    ['in the id of the request', (request) => http(500, '{}', { 'x-request-id': keyIn(request) })],
    ['as the target of a redirect', (request) => http(302, '', { location: `http://127.0.0.1:9/?${keyIn(request)}` })],
    ['in a redirect, URL-encoded', (request) => http(302, '', { location: `/?${encoded(keyIn(request))}` })],
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

  const inMessage = (request: string): string => JSON.stringify({ message: request })
  const encoded = (text: string): string => encodeURIComponent(text).replaceAll(/%../g, (one) => one.toLowerCase())
  const keyIn = (request: string): string => /x-api-key: (.*)/i.exec(request)?.[1] ?? ''
  const project = (name: string): string => {
    const common = { id: 'p', createdAt: 0, createdBy: name, updatedAt: 0, updatedBy: name }
    const one = { ...common, name, identifier: 'A', icon: name, color: '' }
    return JSON.stringify({ project: one, projects: [one], pagination: { limit: 50, offset: 0, total: 1 } })
  }
})
