import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, hideIds, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

test.each([
  ['testctl cases list -p WEB -q --limit 3', 'WEB-C1\nWEB-C2\nWEB-C3\n'],
  ['testctl case ls -p web --columns identifier,name,steps --limit 1', 'WEB-C1\tlogs in\t1\n'],
  ['testctl cases list -p WEB --custom-field area=login -q', 'WEB-C1\nWEB-C2\nWEB-C3\n'],
  ['testctl cases list -p WEB --custom-field area=login --custom-field weight=2 -q', 'WEB-C3\n'],
  ['testctl cases list -p WEB --columns customFields.area --limit 1', 'login\n'],
  ['testctl cases list -p WEB --relations comments --columns comments --limit 2', '1\n0\n'],
  ['testctl cases list -p OLD', ''],
  ['testctl cases list -p OLD --json', '[]\n'],
  ['testctl cases list -p OLD --ndjson', ''],
  ['testctl cases get WEB-C1 --columns name', 'logs in\n'],
  ['testctl case view web-c1 -q', 'WEB-C1\n'],
  ['testctl case show C1 -p WEB -q', 'WEB-C1\n'],
  ["testctl cases create -p WEB --name 'pays twice'", 'WEB-C15\n'],
  ['testctl case add -p OLD --name x', 'OLD-C1\n'],
  ['testctl case new -p OLD --name x', 'OLD-C1\n'],
  ['testctl cases update WEB-C1 --name x', 'WEB-C1\n'],
  ['testctl case edit C1 -p WEB --preconditions ""', 'WEB-C1\n'],
  ['testctl cases delete WEB-C2 --yes', 'WEB-C2\n'],
  ['testctl case rm WEB-C2 -y', 'WEB-C2\n'],
])('%s', async (line, expected) => expect(await world.prints(line)).toBe(expected))

test('a case on a terminal has its texts and what came along in sections', async () => {
  const typed = { terminal: 80, env: { NO_COLOR: '1' } }
  expect(hideIds(await world.prints('testctl cases get WEB-C1 --relations project,comments', typed)))
    .toBe(`WEB-C1  logs in

project:  WEB  Web

preconditions
  There is an account.

steps
  1. Open the page → The form is shown

custom fields
  area:    login
  weight:  0

comments (1)
  ana, 2024-01-02
    Needs a second account.

created:  2024-01-02 (2024-01-02T03:04:05.678Z) by ana
updated:  2024-01-02 (2024-01-02T03:04:05.678Z) by ana
id:       ID
`)
})

describe('what a case is written with', () => {
  const created = async (flags: string, stdin = '') => {
    const { preconditions, steps, customFields } = await world.json(`testctl cases create -p WEB --name x ${flags}`, {
      stdin,
    })
    return { preconditions, steps, customFields }
  }
  const nothing = { preconditions: '', steps: [], customFields: {} }
  const steps = [{ action: 'Open the page', expectation: 'The form is shown' }]

  beforeEach(async () => {
    await writeFile(join(world.folder, 'pre.md'), 'Two\nlines\n')
    await writeFile(join(world.folder, 'steps.json'), JSON.stringify(steps))
  })

  test.each([
    ['', nothing],
    ['--preconditions text', { ...nothing, preconditions: 'text' }],
    ['--preconditions-file pre.md', { ...nothing, preconditions: 'Two\nlines\n' }],
    ['--preconditions -', { ...nothing, preconditions: 'from stdin' }],
    ['--preconditions @pre.md', { ...nothing, preconditions: '@pre.md' }],
    ['--preconditions @@home', { ...nothing, preconditions: '@@home' }],
    ["--step 'Open the page => The form is shown'", { ...nothing, steps }],
    [
      "--step a --step 'b => c => d'",
      {
        ...nothing,
        steps: [
          { action: 'a', expectation: '' },
          { action: 'b', expectation: 'c => d' },
        ],
      },
    ],
    ['--steps @steps.json', { ...nothing, steps }],
    ['--steps-file steps.json', { ...nothing, steps }],
    [`--steps '[{"action":"a"}]'`, { ...nothing, steps: [{ action: 'a', expectation: '' }] }],
    ['--custom-field area=shop --custom-field sum=1+1=2', { ...nothing, customFields: { area: 'shop', sum: '1+1=2' } }],
    [
      `--custom-fields '{"n":1,"deep":{"a":[]}}' --custom-field a=b`,
      { ...nothing, customFields: { n: 1, deep: { a: [] }, a: 'b' } },
    ],
  ])('%s', async (flags, expected) => expect(await created(flags, 'from stdin')).toEqual(expected))

  test.each([
    ['--step a --steps []', /--step and --steps exclude each other/],
    ['--steps {}', /--steps takes an array of steps\n {2}\[\{"action"/],
    [`--steps '[{"action":1}]'`, /step 1 needs an action and an expectation/],
    [
      `--steps '[{"action":"a"},{"action":"b","expected":"c"}]'`,
      /step 2 has "expected", which is not a field of a step\n {2}did you mean expectation\? \[\{"action"/,
    ],
    [`--steps '[{"Action":"a"}]'`, /step 1 has "Action", which is not a field of a step\n {2}did you mean action\?/],
    [`--steps '[{"action":"a","data":"b"}]'`, /step 1 has "data", which is not a field of a step\n {2}\[\{"action"/],
    [`--steps '["open"]'`, /step 1 needs an action and an expectation/],
    ['--steps @pre.md', /--steps is not valid JSON/],
    ['--preconditions-file nope.md', /nope\.md/],
    ['--custom-field area', /"area" is not of the form key=value/],
    ['--custom-field =x', /"=x" is not of the form key=value/],
    ['--custom-fields []', /--custom-fields takes an object/],
  ])('%s is refused, and nothing is sent', async (flags, message) => {
    const { exitCode, stderr } = await world.fails(`testctl cases create -p WEB --name x ${flags} -v`)
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(message) })
    expect(stderr).not.toContain('> ')
  })
})

test('--steps takes the steps that were printed', async () => {
  const printed = await world.prints('testctl cases get WEB-C1 --jq .steps')
  await world.prints('testctl cases update WEB-C2 --steps -', { stdin: printed })
  expect(await world.json('testctl cases get WEB-C2')).toMatchObject({ steps: JSON.parse(printed) as unknown })
})

test('an update changes what is given and leaves the rest', async () => {
  const before = await world.json('testctl cases get WEB-C1')
  const after = await world.json('testctl cases update WEB-C1 --custom-field a=b')
  expect(after).toEqual({
    ...before,
    customFields: { area: 'login', weight: 0, a: 'b' },
    updatedAt: expect.any(String),
    updatedBy: 'ana',
  })
  expect(await world.fails('testctl cases update WEB-C1')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('there is nothing to change'),
  })
})

test.each([
  [
    'testctl cases create --name x',
    2,
    'error: which project?\n  give --project PROJ, set TESTCTL_PROJECT, or: testctl config set project PROJ\n',
  ],
  ['testctl cases create -p NOPE --name x', 3, 'error: there is no project NOPE\n  try: testctl projects list\n'],
  [
    'testctl cases list -p WEB --relations comment',
    2,
    'error: there is no relation "comment"\n  did you mean comments? relations: comments\n',
  ],
])('%s', async (line, exitCode, stderr) => expect(await world.fails(line)).toEqual({ exitCode, stderr }))
