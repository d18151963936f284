import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

// The code measures durations with the monotonic clock, which is never set. DECISIONS 397

const source = resolve(import.meta.dirname, '../src')
const asking = /\bDate\.now\b|\bnow\(\)\.getTime\(\)/

/** The files that may ask for the time of day in milliseconds, each with the reason. */
const allowed: Record<string, string> = {
  'cases/import/apply.ts': 'stored in a journal',
  'cases/import/index.ts': 'compared with the time in a journal',
  'runs/watch/index.ts': 'shown beside a change',
  'server/dashboard/manage-keys.ts': 'stored with a key, and compared with that',
  'service/auth/key-cache.ts': 'compared with the end of a key',
  'service/auth/sessions.ts': 'compared with the beginning of a session',
  'service/auth/wrong-keys.ts': 'stored for the other servers',
  'service/idempotency.ts': 'compared with the time of an answer that is stored',
  'service/rows/new-id.ts': 'a part of an ID',
  'store/maintenance/new-file/folder.ts': 'compared with the time of a file',
  'store/postgres/known-store.ts': 'what it is for as long as the database has not told its time',
  'submission/journal/earlier.ts': 'compared with the time in a journal',
  'submission/resolve/stable-read.ts': 'compared with the time of a case',
  'system/files/take-file.ts': 'compared with the time of a file',
  'wire/resilience/retry.ts': 'for a date in Retry-After, and to say until when',
}

const askers = (files: readonly string[], textOf: (file: string) => string): string[] =>
  files.filter((file) => asking.test(textOf(file).replace(/^\s*(\/\/|\*|\/\*).*$/gm, ''))).sort()

test('the time of day is asked for only where it is stored, shown or compared with such a time', () => {
  const files = (readdirSync(source, { recursive: true }) as string[]).filter((file) => file.endsWith('.ts'))
  expect(askers(files, (file) => readFileSync(join(source, file), 'utf8'))).toEqual(Object.keys(allowed).sort())
})

test('a file that asks for it is seen', () => {
  expect(askers(['a.ts', 'b.ts'], (file) => (file === 'a.ts' ? 'until = Date.now() + ms' : ''))).toEqual(['a.ts'])
  expect(askers(['a.ts'], () => 'const at = io.now().getTime()')).toEqual(['a.ts'])
  expect(askers(['a.ts'], () => '// not Date.now')).toEqual([])
})
