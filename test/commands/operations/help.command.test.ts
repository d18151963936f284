import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../../src/contract/schema/operations.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld

const all = operations()

describe('help', () => {
  beforeAll(async () => {
    world = await createSeededWorld()
  })
  afterAll(() => world.remove())

  test('the operations, as plain data, are as they were', async () => {
    await expect(`${JSON.stringify(all, null, 2)}\n`).toMatchFileSnapshot('../../contract/operations.golden.json')
  })

  test.each(all)('testctl api $name --help fits into 80 columns, and names its fields', async ({ name, fields }) => {
    const page = await world.prints(`testctl api ${name} --help`)
    expect(page.split('\n').filter((line) => line.length > 80 && !/^ {2}testctl |^Usage: /.test(line))).toEqual([])
    for (const { flag, placeholder } of fields) expect(page).toContain(`  ${flag} <${placeholder}>`)
    for (const line of [
      `help api ${name}`,
      `api ${name.replace('s.', '.')} -h`,
      `api ${name} --json --help`,
      `api -h ${name}`,
    ])
      expect(await world.prints(`testctl ${line}`)).toBe(page)
  })

  test('one of them is as it was', async () => {
    const page = await world.prints('testctl api tests.update --help')
    await expect(page).toMatchFileSnapshot('../help/api-tests.update.golden.txt')
  })

  test('that of api is the same with a path behind it', async () =>
    expect(await world.prints('testctl api --help GET /v1/projects')).toBe(await world.prints('testctl api --help')))

  test('--list names all of them', async () => {
    const rows = await world.json<{ operation: string }[]>('testctl api --list')
    expect(rows.map(({ operation }) => operation)).toEqual(all.map(({ name }) => name))
    expect(await world.prints('testctl api --list -q')).toBe(all.map(({ name }) => `${name}\n`).join(''))
  })

  test('of an operation that is none says which was meant', async () =>
    expect(await world.fails('testctl help api tests.updat')).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining('did you mean tests.update?'),
    }))

  test('no field has the flag of another thing', () => {
    const taken =
      '--field --input --paginate --include --dry-run --help --project --json --ndjson --csv --csv-raw --bom --template ' +
      '--columns --quiet --jq --profile --timeout --progress --no-input --verbose --list'
    for (const { fields } of all) for (const { flag } of fields) expect(taken.split(' ')).not.toContain(flag)
  })
})
