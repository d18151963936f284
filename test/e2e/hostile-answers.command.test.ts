import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Hostile, hostile, http } from '../wire/hostile.ts'
import { samples } from '../wire/fake.ts'
import { createWorld, type World } from '../helpers/world.ts'
import { toldBy } from './problem.ts'

let world: World
let server: Hostile
beforeEach(async () => {
  world = await createWorld()
})

afterEach(async () => {
  await server.close()
  await world.remove()
})

const type = (line: string) =>
  world.type(`${line} --timeout 30s`, { env: { TESTCTL_URL: server.url, TESTCTL_API_KEY: 'secret-key' } })

const page = { limit: 1000, offset: 0, total: 1 }

describe('an answer', () => {
  const list = (one: object, more: object = {}) =>
    http(200, JSON.stringify({ projects: [{ ...samples.projects, ...one }], pagination: page, ...more }))
  const projects = async (response: string | Buffer, flags = '') => {
    server = await hostile(({ socket }) => socket.end(response))
    return type(`testctl projects list ${flags}`)
  }

  test.each<[what: string, response: string, field: string]>([
    ['an id that is a number', list({ id: 7 }), 'projects[0].id'],
    ['no id', list({ id: undefined }), 'projects[0].id'],
    ['no identifier', list({ identifier: null }), 'projects[0].identifier'],
    ['a total that is text', list({}, { pagination: { ...page, total: '1' } }), 'pagination.total'],
    ['no pagination', list({}, { pagination: undefined }), 'pagination'],
    ['an object for a list', http(200, '{"projects":{},"pagination":{}}'), 'projects'],
  ])('with %s ends with 5 and names the field', async (_, response, field) => {
    const told = toldBy(await projects(response))
    expect(told).toMatchObject({ exitCode: 5, error: expect.stringContaining(field) })
  })

  test.each<[what: string, line: string, one: object, field: string]>([
    ['a displayId that is text', 'testctl tests get WEB-T7', { displayId: '7' }, 'test.displayId'],
    ['a result of its own', 'testctl tests get WEB-T7', { result: 'blocked' }, 'test.result'],
  ])('with %s ends with 5 and names the field', async (_, line, one, field) => {
    server = await hostile(({ socket }) =>
      socket.end(http(200, JSON.stringify({ test: { ...samples.tests, ...one } }))),
    )
    expect(toldBy(await type(line))).toMatchObject({ exitCode: 5, error: expect.stringContaining(field) })
  })

  test.each<[what: string, one: object]>([
    ['without createdBy', { createdBy: undefined }],
    ['with null for updatedBy', { updatedBy: null }],
    ['without icon and color', { icon: undefined, color: undefined }],
    ['with numbers for timestamps', { createdAt: 1767225600, updatedAt: 1767225600123 }],
    ['with a timestamp that is none', { updatedAt: 'yesterday' }],
    ['with fields of its own', { archived: true, owner: { name: 'ana', '\u001b[31m': '\u202e' } }],
  ])('%s is taken, and --json shows it as it is', async (_, one) => {
    const { stdout, stderr, exitCode } = await projects(list(one), '--json')
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual([JSON.parse(JSON.stringify({ ...samples.projects, ...one }))])
    for (const raw of ['\u001b', '\u202e']) expect(stdout).not.toContain(raw)
    await server.close()
    expect(await projects(list(one))).toMatchObject({ exitCode: 0, stderr: '' })
  })

  test('of 70 MB is not read to its end', async () => {
    let sent = 0
    server = await hostile(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"x":"')
      const more = () => {
        while (sent < 200_000_000 && !socket.destroyed) {
          sent += 1_000_000
          if (!socket.write(text)) return void socket.once('drain', more)
        }
      }
      more()
    })
    const told = toldBy(
      await world.type('testctl projects list --timeout 20s', {
        env: { TESTCTL_URL: server.url, TESTCTL_API_KEY: 'k' },
      }),
    )
    expect(told).toMatchObject({ exitCode: 5, error: expect.stringContaining('larger than any answer') })
    expect(sent).toBeLessThan(100_000_000)
    expect(told.next).toBeDefined()
  })
  const text = 'x'.repeat(1_000_000)

  test.each<[what: string, rowsFrom: (offset: number) => number[], total: (offset: number) => number, error: RegExp]>([
    ['never ends', (offset) => counting(5_000, offset), (offset) => offset + 5_001, /does not end/],
    ['repeats its rows', () => [0, 1], () => 10, /repeats its rows/],
    ['gives no rows and promises some', () => [], () => 10, /10 rows and gives none/],
  ])('to a list that %s ends', async (_, rowsFrom, total, error) => {
    server = await hostile(({ socket, request }) => {
      const offset = Number(/offset=(\d+)/.exec(request)?.[1])
      const projects = rowsFrom(offset).map((id) => `${before}p${id}${after}`)
      const pagination = JSON.stringify({ limit: 2, offset, total: total(offset) })
      socket.write(http(200, `{"projects":[${projects.join()}],"pagination":${pagination}}`))
    })
    const { exitCode, stderr } = await world.type('testctl projects list --quiet', {
      env: { TESTCTL_URL: server.url, TESTCTL_API_KEY: 'secret-key' },
    })
    expect({ exitCode, stderr }).toEqual({ exitCode: 5, stderr: expect.stringMatching(error) })
    expect(stderr).toMatch(/\n {2}\S/)
  })
  // A list needs 100,000 rows before it is called endless.
  const [before, after] = JSON.stringify({ ...samples.projects, id: 'the id' }).split('the id')
  const counting = (count: number, from: number) => Array.from({ length: count }, (_, at) => from + at)

  test('that has a gzip bomb in it is not unpacked', async () => {
    const told = toldBy(
      await projects(
        list({}).replace('\r\n', '\r\ncontent-encoding: gzip\r\n').replace(/\{.*/s, '\u001f\u008b\u0008'),
        '',
      ),
    )
    expect([5, 6]).toContain(told.exitCode)
  })
})
