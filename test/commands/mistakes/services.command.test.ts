import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startServed } from '../../server/served.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const ends = async (line: string, env: Record<string, string> = {}) => {
  const { stderr, exitCode } = await world.type(`testctl ${line}`, { env })
  return { lines: stderr.split('\n').slice(0, -1), exitCode }
}

describe('at a service', () => {
  test('a wrong key', async () => {
    const { url } = await startServed()
    expect(await ends('projects list', { TESTCTL_URL: url, TESTCTL_API_KEY: 'tctl_wrong' })).toEqual({
      lines: [
        'error: the service refused the key (401)',
        '  which key is used, and how to replace it: testctl auth status',
      ],
      exitCode: 4,
    })
  })

  test("a reader's key for a change", async () => {
    const { url, secrets } = await startServed()
    const { lines, exitCode } = await ends('projects create --name Web --identifier WEB', {
      TESTCTL_URL: url,
      TESTCTL_API_KEY: secrets.reader,
    })
    expect({ lines, exitCode }).toEqual({
      lines: [
        expect.stringMatching(/^error: the key may not do this: the key the reader is a reader: .*\(403\)$/),
        '  ask an owner of the service for a key that may, and store it: testctl auth login',
      ],
      exitCode: 4,
    })
  })

  test('https: where http: is spoken', async () => {
    const { url } = await startServed()
    const https = url.replace('http:', 'https:')
    expect(await ends('projects list --timeout 1m', { TESTCTL_URL: https, TESTCTL_API_KEY: 'k' })).toEqual({
      lines: [`error: ${https} does not speak TLS`, '  is it http: rather than https:?'],
      exitCode: 6,
    })
  })

  test('a port that is taken', async () => {
    const { port } = new URL((await startServed()).url)
    expect(await ends(`serve --port ${port}`)).toEqual({
      lines: [
        `error: port ${port} of 127.0.0.1 is already in use`,
        '  --port 0 takes any free port; to see what uses this one: ss -ltnp',
      ],
      exitCode: 6,
    })
  })
})

describe('a .testctl.json', () => {
  test.for([
    ['{\n "project": "WEB"\n "limit": 5}', /cannot use .*: it is not valid JSON \(line 3, column 2\)$/, /correct it/],
    ['{"project": "WEB"', /it is not valid JSON \(line 1, column 18\)$/, /correct it/],
    ['[]', /it does not hold a JSON object$/, /correct it/],
    ['{"project": {}}', /"project" must be a text$/, /such as "project": "WEB"/],
    ['{"url": "https://tests.example.com"}', /may not set "url"/, /testctl auth login/],
    ['{"colour": "never"}', /may not set "colour": only project, columns, limit/, /remove it from/],
  ] as const)('with %s', async ([text, problem, next]) => {
    writeFileSync(join(world.folder, '.testctl.json'), text)
    const { lines, exitCode } = await ends('cases list')
    expect(exitCode).toBe(2)
    expect(lines[0]).toMatch(problem)
    expect(lines[1]).toMatch(next)
  })
})
