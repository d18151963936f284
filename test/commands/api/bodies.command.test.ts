import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

describe('an answer', () => {
  const from = async (body: string, line: string) => {
    const server = http.createServer((_, response) => response.end(body)).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const env = { TESTCTL_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, TESTCTL_API_KEY: 'key' }
    const seen = await world.type(line, { env })
    server.close()
    return seen
  }

  test.each(['[]', 'null', '{"projects":[]}', '{"projects":[],"pagination":{}}'])(
    'that is no page of a list is told: %s',
    async (body) =>
      expect(await from(body, 'testctl api /v1/projects --paginate')).toEqual({
        stdout: '',
        stderr: 'error: the answer is not a page of a list\n  leave out --paginate\n',
        exitCode: 5,
      }),
  )

  test.each([
    ['<html>', 'GET', 5, 'the answer was an HTML page, not JSON'],
    ['{"projects":[', 'GET', 5, 'the answer was not whole, or not JSON'],
    ['', 'GET', 5, 'the answer was empty'],
    ['{"project":{', 'PUT', 9, 'PUT /v1/projects was sent, but the answer was not whole, or not JSON'],
  ])('with success that is no JSON is no success: %j to a %s', async (body, method, exitCode, what) => {
    const { stdout, stderr, ...end } = await from(body, `testctl api ${method} /v1/projects`)
    expect({ stdout, stderr, ...end }).toEqual({
      stdout: '',
      stderr: expect.stringContaining(`error: ${what}`),
      exitCode,
    })
  })

  test('of a delete may be empty', async () =>
    expect(await from('', 'testctl api DELETE /v1/tests/x')).toEqual({ stdout: '', stderr: '', exitCode: 0 }))

  test('that says no is a refusal, and -i prints it', async () => {
    const no = '{"ok":false,"message":"is in use"}'
    const refused = { stderr: expect.stringContaining('error: is in use'), exitCode: 5 }
    expect(await from(no, 'testctl api DELETE /v1/tests/x')).toEqual({ ...refused, stdout: '' })
    expect(await from(no, 'testctl api -i DELETE /v1/tests/x')).toEqual({
      ...refused,
      stdout: expect.stringContaining(no),
    })
  })

  test('comes as the service wrote it, to the space', async () => {
    const body = '{ "projects":[ ],\n "big": 12345678901234567890, "u":"\\u00e9" }\n'
    expect((await from(body, 'testctl api /v1/projects')).stdout).toBe(body)
  })
})

test('--input goes out as it was written', async () => {
  const text = '{"name": "x", "big": 12345678901234567890}'
  expect(await world.prints(`testctl api PUT /v1/projects --input '${text}' --dry-run`)).toContain('PUT /v1/projects')
  expect(await world.fails(`testctl api PUT /v1/projects --input '${text}'`)).toMatchObject({ exitCode: 5 })
})

describe('input that is no JSON', () => {
  test.each([
    ['{"content":"a', 'it ends too early, in line 1, column 14'],
    ['{\n  "content": "a"\n', 'it ends too early, in line 3, column 1'],
    ['', 'it ends too early, in line 1, column 1'],
    ['{"content":\n  nonsense}', '"nonsense" is no value (line 2, column 3)'],
    ['{"content":"a"} {}', 'the end of the file was expected, not "{" (line 1, column 17)'],
  ])('%j is told with its line and column', async (stdin, what) => {
    const { stderr, exitCode } = await world.fails('testctl api PUT /v1/comments/x --input - -v', { stdin })
    expect({ stderr, exitCode }).toEqual({ stderr: expect.stringContaining(`is not valid JSON: ${what}`), exitCode: 2 })
    expect(stderr).not.toMatch(/^> /m)
  })

  test('may begin with the mark that Windows writes', async () =>
    expect(
      await world.prints('testctl api PUT /v1/comments/x --input - --dry-run', { stdin: '\ufeff{"content":"a"}' }),
    ).toBe('PUT /v1/comments/x {"content":"a"}\n'))

  test('is not waited for on a terminal', async () =>
    expect(await world.fails('testctl api PUT /v1/comments/x --input -', { keys: '' })).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining(
        '--input - reads stdin, and nothing is piped into it\n  --input takes JSON, or - for stdin',
      ),
    }))
})
