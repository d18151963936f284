import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { parseKey } from '../../src/config/key.ts'
import { readKeyFile } from '../../src/config/key-file.ts'
import { UsageError } from '../../src/errors.ts'
import { character } from '../helpers/character.ts'

const folder = mkdtempSync(join(tmpdir(), 'testctl-key-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const errorOf = (run: () => unknown): UsageError => {
  try {
    run()
  } catch (error) {
    if (error instanceof UsageError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

test('the newline that an editor leaves at the end of a key does no harm', () => {
  expect(parseKey('canary-1\n', 'stdin')).toBe('canary-1')
  expect(parseKey('canary-1\r\n', 'stdin')).toBe('canary-1')
})

test.each([
  '',
  '\n',
  'canary key',
  'canary\tkey',
  'canary\nkey',
  'canary\0',
  'canary\u001b[2J',
  'canäry',
  ' canary',
  'c'.repeat(5000),
])('a key that no header can carry is refused and not repeated (%#)', (text) => {
  const error = errorOf(() => parseKey(text, 'stdin'))
  expect(error.message).toContain('stdin')
  expect(`${error.message} ${error.hint}`).not.toMatch(/can.?ry/)
})

test('whatever is accepted as a key can stand in a header as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: character }), (text) => {
      let key
      try {
        key = parseKey(text, 'stdin')
      } catch (error) {
        return error instanceof UsageError
      }
      return new Headers({ 'X-API-Key': key }).get('x-api-key') === key
    }),
  )
})

test('a key file is read from the folder of the command', async () => {
  writeFileSync(join(folder, 'key.txt'), 'canary-2\n')
  expect(await readKeyFile('key.txt', { cwd: folder, origin: 'TESTCTL_API_KEY_FILE' })).toBe('canary-2')
})

test('a key file that cannot be read is named', async () => {
  await expect(readKeyFile('missing.txt', { cwd: folder, origin: 'TESTCTL_API_KEY_FILE' })).rejects.toThrow(
    'cannot read the key file missing.txt, which TESTCTL_API_KEY_FILE names: it is not there',
  )
})
