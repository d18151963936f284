import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readForeign } from './reading.ts'

const folder = fileURLToPath(new URL('../../../../shared/exports/', import.meta.url))

/** The counts of an export, which were made without this code. */
type Truth = {
  kind: string
  cases: number
  steps: number
  expectations: number
  preconditions: number
  others?: string
  losses?: string
  notes?: string
}

const truths: Record<string, Truth> = {
  // Five separated steps, four with an expectation, and a case with its steps as text.
  'testrail-comic-estore.xml': {
    kind: 'TestRail XML',
    cases: 5,
    steps: 6,
    expectations: 5,
    preconditions: 2,
    others: '4 section',
    losses: '2 section description, 4 image',
  },
  'testrail-steps-semicolon.csv': {
    kind: 'TestRail CSV',
    cases: 12,
    steps: 27,
    expectations: 27,
    preconditions: 12,
    losses: '11 image',
  },
  // Numbered text of 11, 18, 6, 0, 11 and 10 lines; the expectation beside it is not numbered.
  'testrail-text.csv': {
    kind: 'TestRail CSV',
    cases: 6,
    steps: 6,
    expectations: 5,
    preconditions: 5,
    notes: '5 kept as one step, because its expectations are not numbered like its steps',
  },
  'testlink-all-testsuites.xml': {
    kind: 'TestLink XML',
    cases: 70,
    steps: 70,
    expectations: 0,
    preconditions: 0,
    others: '40 suite',
    losses: '2 suite description',
  },
  'testlink-coffeemaker-html.xml': {
    kind: 'TestLink XML',
    cases: 6,
    steps: 12,
    expectations: 8,
    preconditions: 6,
    others: '5 suite',
    losses: '3 suite description',
  },
  'qase-v2.csv': { kind: 'Qase CSV', cases: 7, steps: 27, expectations: 21, preconditions: 2, others: '4 suite' },
  'qase-old.csv': { kind: 'Qase CSV', cases: 120, steps: 366, expectations: 0, preconditions: 120, others: '30 suite' },
  // 22 steps in four scripts, of which the last calls another case; one plain and one BDD script.
  'zephyr-scale.xml': {
    kind: 'Zephyr Scale XML',
    cases: 6,
    steps: 24,
    expectations: 21,
    preconditions: 6,
    others: '3 folder',
    losses: '1 unnamed test case call, 2 image',
  },
}

const countsOf = (found: readonly { what: string; count: number }[]) =>
  found
    .map(({ what, count }) => `${count} ${what}`)
    .sort((one, other) => Number.parseInt(one) - Number.parseInt(other))
    .join(', ')

describe.skipIf(!existsSync(folder))('what is in a real export is read', () => {
  test.each(Object.entries(truths))('%s', async (name, { others = '', losses = '', notes = '', ...truth }) => {
    const { kind, cases, account } = await readForeign(name, { cwd: folder })
    const steps = cases.flatMap(({ content }) => content.steps)
    expect({
      kind,
      cases: cases.length,
      steps: steps.length,
      expectations: steps.filter(({ expectation }) => expectation !== '').length,
      preconditions: cases.filter(({ content }) => content.preconditions !== '').length,
    }).toEqual(truth)
    expect([account.others, account.losses, account.notes].map(countsOf)).toEqual([others, losses, notes])
    expect(account).toMatchObject({ read: truth.cases, cases: truth.cases, unreadable: [] })
    expect(new Set(cases.map(({ source }) => source)).size).toBe(truth.cases)
  })

  test.each(Object.keys(truths))('%s is read alike a second time', async (name) => {
    const whole = await readForeign(name, { cwd: folder })
    expect(await readForeign(name, { cwd: folder })).toEqual(whole)
  })

  test.each([
    ['testlink-malformed.xml', /line 9, column 6: an XML declaration must be at the start/],
    ['testlink-xxe-attack.xml', /has a DOCTYPE in line 2/],
    ['azure-test-plans.csv', /is empty/],
  ])('%s is refused', async (name, message) => {
    await expect(readForeign(name, { cwd: folder })).rejects.toThrow(message)
  })
})
