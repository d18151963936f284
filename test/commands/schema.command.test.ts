import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../src/contract/index.ts'
import { resources } from '../../src/contract/vocabulary.ts'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'
import { createWorld } from '../helpers/world.ts'

type Schema = { $id: string; properties: Record<string, { description?: string }>; $defs: Record<string, Schema> }

const nouns = Object.keys(resources)
let world: SeededWorld
beforeAll(async () => {
  world = await createSeededWorld()
})
afterAll(() => world.remove())

// In strict mode, a keyword of a schema that has no effect is an error.
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })
const validatorOf = async (noun: string) => {
  const schema = await world.json<Schema>(`testctl schema ${noun}`)
  return ajv.getSchema(schema.$id) ?? ajv.compile(schema)
}

describe('the schema of', () => {
  test.each(nouns)('%s is the one that people were given', async (noun) => {
    await expect(await world.prints(`testctl schema ${noun}`)).toMatchFileSnapshot(`schema/${noun}.golden.json`)
  })

  test.each(nouns)('%s says of each field what it holds', async (noun) => {
    const { $defs = {}, ...schema } = await world.json<Schema>(`testctl schema ${noun}`)
    for (const [name, { properties = {} }] of Object.entries({ ...$defs, [noun]: schema as Schema }))
      for (const [field, { description }] of Object.entries(properties))
        expect({ name, field, description }).toEqual({ name, field, description: expect.stringMatching(/^[A-Z].*\.$/) })
  })
})

describe('what is printed with --json is what the schema says', () => {
  test.each([
    ['projects', 'projects list --relations cases,milestones,test_runs', 'projects get WEB'],
    ['cases', 'cases list -p WEB --relations comments', 'cases get WEB-C1 --relations comments,project'],
    ['runs', 'runs list -p WEB --relations tests', 'runs get WEB-R7 --relations tests'],
    ['tests', 'tests list WEB-R1 --relations case,comments', 'tests get WEB-T1 --relations case,comments,test_run'],
    ['milestones', 'milestones list -p WEB --relations test_runs,tests', 'milestones get WEB-M1 --relations tests'],
    ['comments', 'comments list WEB-T1', undefined],
  ])('%s: list and get', async (noun, list, get) => {
    const isValid = await validatorOf(noun)
    const rows = await world.json<object[]>(`testctl ${list}`)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of [...rows, ...(get ? [await world.json(`testctl ${get}`)] : [])])
      expect({ row, valid: isValid(row), errors: isValid.errors }).toMatchObject({ valid: true, errors: null })
  })

  test.each([
    ['projects', 'projects create --name New --identifier NEW', 'projects update NEW --name Newer'],
    ['cases', "cases create -p WEB --name New --step 'a => b' --custom-field k=v", 'cases update WEB-C1 --name Newer'],
    ['runs', 'runs create -p WEB --name New --cases C1', 'runs update WEB-R1 --name Newer'],
    ['tests', 'tests create WEB-R7 --case WEB-C13', 'tests update WEB-T1 --result passed'],
    ['milestones', 'milestones create -p WEB --name New', 'milestones update WEB-M1 --name Newer'],
    ['comments', 'comments create WEB-T1 --content Hm', undefined],
  ])('%s: create and update', async (noun, create, update) => {
    const isValid = await validatorOf(noun)
    for (const line of [create, update])
      if (line) {
        const row = await world.json(`testctl ${line}`)
        expect({ row, valid: isValid(row), errors: isValid.errors }).toMatchObject({ valid: true, errors: null })
      }
  })
})

describe('a value that is not as it should be is refused', () => {
  const get: Record<string, string> = {
    projects: 'projects get WEB',
    cases: 'cases get WEB-C1 --relations comments,project',
    runs: 'runs get WEB-R7 --relations tests',
    tests: 'tests get WEB-T1 --relations case,comments,test_run',
    milestones: 'milestones get WEB-M1 --relations test_runs',
  }

  test.each(Object.entries(get))('%s, field by field', async (noun, line) => {
    const isValid = await validatorOf(noun)
    const row = await world.json(`testctl ${line}`)
    for (const name of Object.keys(row)) {
      for (const wrong of [true, null, [1], { a: 1 }]) {
        if (name === 'customFields' && !Array.isArray(wrong) && wrong !== null && typeof wrong === 'object') continue
        if (name === 'milestoneId' && wrong === null) continue
        if (name === 'results' && wrong === null) continue
        expect({ name, wrong, valid: isValid({ ...row, [name]: wrong }) }).toEqual({ name, wrong, valid: false })
      }
      if (['identifier', 'milestoneId', 'results'].includes(name) || typeof row[name] === 'object') continue
      const { [name]: _, ...rest } = row
      expect({ name, without: isValid(rest) }).toEqual({ name, without: false })
    }
  })

  test('a result that is none, and a step without an expectation', async () => {
    const isValid = await validatorOf('tests')
    const row = await world.json('testctl tests get WEB-T1')
    expect(isValid({ ...row, result: 'skipped' })).toBe(false)
    expect(isValid({ ...row, steps: [{ action: 'a' }] })).toBe(false)
    expect(isValid({ ...row, identifier: 'WEB-R1' })).toBe(false)
    expect(isValid({ ...row, somethingNew: 1, steps: [{ action: 'a', expectation: 'b', more: 1 }] })).toBe(true)
  })
})

test('without a noun the nouns are listed', async () => {
  const rows = await world.json<{ noun: string; description: string }[]>('testctl schema')
  expect(rows.map(({ noun }) => noun)).toEqual([...new Set(endpoints().map(([noun]) => noun))])
  expect(await world.prints('testctl schema -q')).toBe(`${nouns.join('\n')}\n`)
  expect(await world.prints('testctl schema', { terminal: 80 })).toContain(
    'tests       One case placed in one test run',
  )
})

test('the singular is the same, and --json changes nothing', async () => {
  const schema = await world.prints('testctl schema tests')
  for (const line of ['schema test', 'schema tests --json', '--json schema test'])
    expect(await world.prints(`testctl ${line}`)).toBe(schema)
})

test('neither a service nor a home is needed', async () => {
  const nowhere = await createWorld({ TESTCTL_URL: 'https://tests.invalid', HOME: '/nowhere' })
  expect((await nowhere.type('testctl schema tests')).exitCode).toBe(0)
  await nowhere.remove()
})

test.each([
  ['schema tets', 'there is no noun "tets"\n  did you mean tests? nouns: projects, cases'],
  ['schema tset', 'there is no noun "tset"\n  did you mean tests?'],
  ['schema testRun', 'there is no noun "testRun"\n  did you mean runs?'],
  ['schema nonsense', 'there is no noun "nonsense"\n  nouns: projects'],
  ["schema ''", 'there is no noun ""'],
  ['schema tests runs', 'too many arguments'],
  ['schema tests --csv', 'a schema is JSON, which has no form for --csv\n  choose parts of it with --jq'],
  ["schema tests --template '{title}'", 'a schema is JSON, which has no form for --template'],
  ['schema tests -q', 'a schema is JSON, which has no form for --quiet'],
  ['schema tests --columns title', 'a schema is JSON, which has no form for --columns'],
])('testctl %s', async (line, what) =>
  expect(await world.fails(`testctl ${line}`)).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining(`error: ${what}`),
  }),
)
