import { describe, expect, it, test } from 'vitest'
import { commentsByScenario } from '../src/cases/foreign/gherkin/comments.ts'
import { htmlToMarkdown } from '../src/cases/foreign/html/index.ts'
import { limitsExceeded } from '../src/cases/limits.ts'
import { showFields } from '../src/output/details/fields.ts'
import { codeBlock } from '../src/runs/export/code-span.ts'
import { readEntries } from '../src/submission/match/mapping-entries.ts'
import { code, files } from './imports.ts'

// V8 puts the arguments of a call on the stack: at about 120,000 of them, the call throws a RangeError. DECISIONS 256
const many = 150_000

describe('very many of something are no more than many', () => {
  it('identifiers of one name in a mapping', () => {
    const { entries } = readEntries(
      JSON.stringify({ 'a name': Array.from({ length: many }, () => 'WEB-C1').join(' ') }),
    )
    expect(entries[0]?.words).toHaveLength(many)
  })

  it('pieces of code in a comment of a report', () => {
    expect(codeBlock('` `` '.repeat(many), Infinity).startsWith('  ```\n')).toBe(true)
  })

  it('words in a text of details', async () => {
    const text = 'word '.repeat(many).trim()
    const view = { palette: (_: string, given: string) => given, width: 80, loadRuler: () => expect.fail() }
    const shown = await showFields(view as never, [{ name: 'preconditions', text }])
    expect(shown.split(/\s+/).filter((word) => word === 'word')).toHaveLength(many)
  })

  it('steps of a case of another system', () => {
    const steps = Array.from({ length: many }, () => ({ action: 'a', expectation: '' }))
    expect(limitsExceeded({ name: 'a', preconditions: '', steps, customFields: {} })).toEqual([
      `a case has ${many} steps, and 1000 are the most`,
    ])
  })

  it('comments of a scenario, and comments of many scenarios', () => {
    const scenarios = Array.from({ length: many }, (_, at) => ({ lastLine: at * 2, scenario: { at } as never }))
    const comments = (step: number) =>
      Array.from({ length: many }, (_, at) => ({ location: { line: at * step }, text: ` # ${at} ` })) as never
    expect(commentsByScenario({ comments: comments(0) }, scenarios).get(scenarios[0]!.scenario)).toHaveLength(many)
    expect(commentsByScenario({ comments: comments(2) }, scenarios).size).toBe(many)
  })

  it('rows of a table of another system', () => {
    const rows = '<tr><td>a</td></tr>'.repeat(many)
    expect(htmlToMarkdown(`<table><tbody>${rows}</tbody></table>`).text.match(/\ba\b/g)).toHaveLength(many)
  })
})

// Matches a spread that is the first argument, or that follows plain arguments.
const spread = /(\.(push|unshift)|Math\.(max|min)|\.from(CharCode|CodePoint))\((\s*|[^(){}[\]]*,\s*)\.\.\./

test('no list is spread into a call that takes any number', () => {
  expect(
    files.filter((file) => spread.test(code(file))),
    'a list of 120,000 breaks such a call: use a loop',
  ).toEqual([])
})

test('the rule catches what it forbids', () => {
  for (const call of ['all.push(...more)', 'all.push(\n  one,\n  ...more,\n)', 'Math.max(0, ...widths)'])
    expect(call).toMatch(spread)
  for (const call of ['all.push({ ...one })', 'all.push([...more])']) expect(call).not.toMatch(spread)
})
