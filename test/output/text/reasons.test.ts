import { expect, test } from 'vitest'
import { formatProblem } from '../../../src/output/error-message.ts'
import { PartialError } from '../../../src/errors.ts'
import type { Undone } from '../../../src/submission/index.ts'
import { undoneLines } from '../../../src/commands/runs/undo-lines.ts'

const tests = (count: number) => Array.from({ length: count }, (_, at) => `WEB-T${at + 1}`)
const full = 'no space is left'
const issuesOf = (paths: readonly string[], message = full) => paths.map((path) => ({ path, message }))
const shown = (issues: readonly { path: string; message: string }[]) =>
  formatProblem(new PartialError('some tests were not changed', { issues })).trimEnd().split('\n').slice(1)

test('a reason that more than ten share is said once, and all of them are named', () => {
  expect(shown(issuesOf(tests(12)))).toEqual([`  - ${tests(12).join(', ')}: no space is left`])
  expect(shown(issuesOf(tests(10)))).toEqual(tests(10).map((test) => `  - ${test}: no space is left`))
})

test('what has another reason keeps its own line, where it stood', () => {
  const issues = [
    ...issuesOf(['WEB-T99'], 'it was not found'),
    ...issuesOf(tests(11)),
    ...issuesOf(['WEB-T98'], 'not begun'),
  ]
  expect(shown(issues)).toEqual([
    '  - WEB-T99: it was not found',
    `  - ${tests(11).join(', ')}: no space is left`,
    '  - WEB-T98: not begun',
  ])
})

test('lines of files stay one by one, as editors read them', () => {
  const lines = Array.from({ length: 12 }, (_, at) => `export.csv:${at + 2}`)
  expect(shown(issuesOf(lines, 'the name is empty'))).toEqual(lines.map((line) => `  - ${line}: the name is empty`))
})

test('JSON has each of them by itself', () => {
  const text = formatProblem(new PartialError('some', { issues: issuesOf(tests(12)) }), { json: true })
  expect(JSON.parse(text)).toMatchObject({ error: { issues: issuesOf(tests(12)) } })
})

test('runs undo says once why it left many tests', () => {
  const touched = tests(12).map((one) => ({ test: one, name: 'pays', holds: 'passed' as const, by: 'ben' }))
  const undone: Undone = {
    run: { id: '1', identifier: 'WEB-R1', name: 'CI', created: false },
    restored: [],
    unchanged: 0,
    touched,
    gone: [],
    comments: { removed: 0, restored: 0 },
    failures: [],
    created: { cases: [] },
  }
  expect(undoneLines(undone)).toContain(`    ${tests(12).join(', ')}: changed since by ben: it holds passed`)
})
