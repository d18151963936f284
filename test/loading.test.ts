import { expect, test } from 'vitest'
import { files, importsIn, imports, code } from './imports.ts'

/** Returns all that loads together with `file`: the closure of its static imports. The context loads the rest on demand. */
const closureOf = (file: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const { to, kind } of imports.get(file) ?? []) if (kind === 'value') closureOf(to, seen)
  return seen
}

test('a start of testctl loads one third-party package: commander', () => {
  const packages = [...closureOf('main.ts')].filter(
    (file) => !file.endsWith('.ts') && !/^node:|package\.json$/.test(file),
  )
  expect(packages).toEqual(['commander'])
})

test('what habits of other tools mean is loaded only when a command line is wrong', () => {
  expect([...closureOf('main.ts')].filter((file) => file.startsWith('cli/habits/'))).toEqual([])
})

test('an answer to a Tab loads no package, and of Node what every process has loaded', () => {
  const closure = [...closureOf('complete.ts')]
  expect(closure.filter((file) => !file.endsWith('.ts')).sort()).toEqual(['node:fs', 'node:os', 'node:path'])
  expect(closure.filter((file) => /^(commands|wire|service|store|output|composition)\//.test(file))).toEqual([])
})

test('modules of Node are imported by name: the bundle copies one that is imported as a whole, at every start', () => {
  // Only `serve` loads `node:http`, and need not start fast.
  const whole = /^import (\* as )?\w+(, \{[^}]*\})? from 'node:(?!http')/m
  expect(files.filter((file) => whole.test(code(file)))).toEqual([])
})

test('only io, what runs, hang-up and job control touch the process, and the driver that looks for an SQLite in it', () => {
  const touching = files.filter((file) => /(?<![\w-])process\.(?!getBuiltinModule)/.test(code(file)))
  // The driver asks the process whether this runtime has an SQLite of its own.
  expect(touching).toEqual([
    'store/sqlite/drivers.ts',
    'system/io.ts',
    'system/running.ts',
    'system/signals/hang-up.ts',
    'system/signals/job-control.ts',
  ])
})

test('imports of every form are seen', () => {
  expect(
    importsIn(
      [
        "import { a } from './a.ts'",
        "import type { B } from './b.ts'",
        "import { type C } from './c.ts'",
        "import {\n  type D,\n  d,\n} from './d.ts'",
        "export { e } from './e.ts'",
        "const f = await import('./f.ts')",
        "type G = typeof import('./g.ts')",
        "import 'h'",
      ].join('\n'),
    ),
  ).toEqual([
    { from: './a.ts', kind: 'value' },
    { from: './b.ts', kind: 'type' },
    { from: './c.ts', kind: 'type' },
    { from: './d.ts', kind: 'value' },
    { from: './e.ts', kind: 'value' },
    { from: 'h', kind: 'value' },
    { from: './f.ts', kind: 'dynamic' },
    { from: './g.ts', kind: 'type' },
  ])
})
