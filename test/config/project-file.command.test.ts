import * as fs from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { UsageError } from '../../src/errors.ts'
import { type Configured, createConfigured } from './configured.ts'
import { root } from '../helpers/world.ts'

let given: Configured
beforeEach(() => {
  given = createConfigured()
})
afterEach(() => given.remove())

test('the nearest project file counts, and only that one', async () => {
  const deep = join(given.home, 'repo', 'packages', 'web')
  fs.mkdirSync(deep, { recursive: true })
  fs.writeFileSync(
    join(given.home, 'repo', '.testctl.json'),
    '{"project":"REPO","limit":20,"columns":["identifier","name"]}',
  )
  expect(await given.valueOf('project', { cwd: deep })).toBe('REPO')
  expect(await given.valueOf('limit', { cwd: deep })).toBe('20')
  expect(await given.valueOf('columns', { cwd: deep })).toBe('identifier,name')
  fs.writeFileSync(join(deep, '.testctl.json'), '{"project":"DEEP"}')
  expect(await given.valueOf('project', { cwd: deep })).toBe('DEEP')
  expect(await given.valueOf('limit', { cwd: deep })).toBeUndefined()
})

test.each([
  ['src/docs/promises.md', /A project file sets (.*?), never the service/],
  ['.github/SECURITY.md', /A `.testctl.json` from a clone sets (.*?), never the service/],
  ['src/DECISIONS.md', /A project file may belong to another user: .*? it can only choose (.*?)\. /],
])('what a project file may set is what %s says of it', async (file, sentence) => {
  fs.writeFileSync(join(given.home, '.testctl.json'), '{"nonsense":1}')
  const refusal = await given.valueOf('limit').catch((error: Error) => error.message)
  const allowed = /: only (.*)$/.exec(String(refusal))?.[1]?.split(', ')
  const [, said = ''] = sentence.exec(fs.readFileSync(join(root, file), 'utf8').replace(/\s+/g, ' ')) ?? []
  expect(said.match(/\w+/g)?.filter((word) => !['a', 'the', 'and'].includes(word))).toEqual(allowed)
})

test.each([
  ['{"url":"https://evil.example.com"}', /may not set "url"/],
  ['{"project":"WEB","apiKey":"canary"}', /may not set "apiKey"/],
  ['{"timeout":"1s"}', /may not set "timeout"/],
  ['{"__proto__":{"url":"https://evil.example.com"}}', /may not set "__proto__"/],
  ['{"project":"WEB"', /it is not valid JSON/],
  ['["project"]', /does not hold a JSON object/],
  ['{"project":{"canary":1}}', /"project" must be a text/],
  ['{"project":["canary"]}', /"project" must be a text/],
])('the project file %s is refused by every command, by name', async (text, message) => {
  fs.writeFileSync(join(given.home, '.testctl.json'), text)
  for (const name of ['url', 'timeout', 'limit'] as const) {
    const failing = given.settingsOf({ env: { TESTCTL_URL: 'file:x', TESTCTL_TIMEOUT: '1s' } }).find(name)
    await expect(failing).rejects.toThrow(UsageError)
    await expect(failing).rejects.toThrow(message)
    await expect(failing).rejects.toThrow(join(given.home, '.testctl.json'))
    await expect(failing).rejects.not.toThrow(/canary|evil/)
  }
})
