import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

// testctl reads files that the user did not name through `readRegularFile`, which a pipe, a device or a huge file cannot hang.

const source = resolve(import.meta.dirname, '../src')
const reading = /\b(readFile|readFileSync|readSync|openSync|createReadStream|openAsBlob)\b/

/** The files that may open files themselves, each with the reason. */
const allowed: Record<string, string> = {
  'system/files/regular-file.ts': 'the one place',
  'complete.ts': 'the command tree of the package',
  'cli/broken-words.ts': 'what the system says of this process',
  'commands/demo.ts': 'the sample report of the package',
  'system/running.ts': 'what the system says of a process',
  'system/limits/process-limits.ts': 'what the system says of this process',
  'system/signals/hang-up.ts': 'what the system says of this process',
  'system/direct-output.ts': 'opens an output, and reads nothing',
  'commands/shared/input/text.ts': 'files that the user named',
  'reports/files/source.ts': 'reports that the user named',
  'reports/allure/index.ts': 'asks source.ts',
  'completions/installation/edit.ts': 'looks at the file before',
  'config/key-file.ts': 'a pipe, without waiting',
  'system/files/lock.ts': 'makes a new file',
  'system/files/take-file.ts': 'makes a new file',
  'system/files/flush.ts': 'flushes what was written, and reads nothing',
  'system/files/update-locked.ts': 'reads back what it wrote',
  'store/sqlite/index.ts': 'makes a new file',
}

const readers = (files: readonly string[], textOf: (file: string) => string): string[] =>
  files.filter((file) => reading.test(textOf(file).replace(/^\s*(\/\/|\*|\/\*).*$/gm, ''))).sort()

test('files that nobody named are read in one place', () => {
  const files = (readdirSync(source, { recursive: true }) as string[]).filter((file) => file.endsWith('.ts'))
  const found = readers(files, (file) => readFileSync(join(source, file), 'utf8'))
  expect(found.filter((file) => !(file in allowed))).toEqual([])
})

test('a file that reads by itself is seen', () => {
  expect(readers(['a.ts'], () => "readFileSync('x')")).toEqual(['a.ts'])
  expect(readers(['a.ts'], () => '// readFileSync')).toEqual([])
})
