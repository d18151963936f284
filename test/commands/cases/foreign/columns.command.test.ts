import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

// An export that is imported again with different columns.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

type Columns = Record<string, string>
const csv = (rows: readonly Columns[]) =>
  [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\n')
const save = (rows: readonly Columns[]) => writeFile(join(world.folder, 'export.csv'), csv(rows))
const without = (rows: readonly Columns[], ...names: string[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))))
const line = 'testctl cases import export.csv -p WEB'
const imported = async () =>
  (
    await world.json<{ name: string; steps: object[]; preconditions: string; customFields: Columns }[]>(
      'testctl cases list -p WEB --all',
    )
  )
    .filter(({ customFields }) => customFields['source'] !== undefined)
    .map(({ name, steps, preconditions, customFields }) => ({ name, steps, preconditions, ...customFields }))

const exports = {
  plain: {
    rows: [
      {
        ID: '1',
        Title: 'Pay',
        Note: 'old',
        Preconditions: 'a user',
        Steps: '1. add\n2. pay',
        Expected: '1. a\n2. b',
        Priority: 'high',
        Owner: 'ana',
      },
      {
        ID: '2',
        Title: 'Go',
        Note: 'old',
        Preconditions: '',
        Steps: '1. go',
        Expected: '',
        Priority: 'low',
        Owner: '',
      },
    ],
    fewer: ['Preconditions', 'Steps', 'Expected', 'Priority', 'Owner'],
  },
  TestRail: {
    rows: [
      {
        ID: 'C1',
        Title: 'Pay',
        Note: 'old',
        'Section Hierarchy': 'Shop',
        Preconditions: 'a user',
        Steps: '1. add',
        'Expected Result': '1. a',
        Priority: 'High',
      },
    ],
    fewer: ['Preconditions', 'Steps', 'Expected Result', 'Priority'],
  },
  Qase: {
    rows: [
      {
        'v2.id': '1',
        title: 'Pay',
        Note: 'old',
        preconditions: 'a user',
        priority: 'high',
        steps_actions: '1. "add"',
        steps_result: '1. "a"',
        steps_data: '',
        suite_id: '1',
        suite: 'Shop',
      },
    ],
    fewer: ['preconditions', 'priority', 'steps_actions', 'steps_result', 'steps_data', 'suite_id', 'suite'],
  },
} satisfies Record<string, { rows: Columns[]; fewer: string[] }>

describe.each(Object.entries(exports) as [string, { rows: Columns[]; fewer: string[] }][])(
  'an export of %s',
  (_, { rows, fewer }) => {
    test('says nothing about fields whose columns it does not have', async () => {
      await save(rows)
      await world.prints(line)
      const before = await imported()
      await save(without(rows, ...fewer))
      expect(await world.prints(line)).toBe(`= ${rows.length} unchanged\n`)
      expect(await imported()).toEqual(before)
      // Nor on a machine that knows nothing of earlier imports.
      expect(await world.prints(line, { env: { HOME: join(world.folder, 'other') } })).toBe(
        `= ${rows.length} unchanged\n`,
      )
      expect(await imported()).toEqual(before)
      await save(rows)
      expect(await world.prints(line)).toBe(`= ${rows.length} unchanged\n`)
    })

    test('sends what it says, and leaves the rest as others have changed it', async () => {
      await save(rows)
      await world.prints(line)
      const id = 'WEB-C15'
      await world.prints(`testctl cases update ${id} --preconditions theirs`)
      await save(without(rows, ...fewer).map((row) => ({ ...row, Note: 'new' })))
      expect((await world.type(line)).stdout).toContain(`~ ${rows.length} changed (Note ${rows.length})`)
      expect((await imported())[0]).toMatchObject({ Note: 'new', preconditions: 'theirs' })
      await save(rows.map((row) => ({ ...row, Note: 'new' })))
      expect((await world.type(line)).stdout).toContain('< 1 changed there')
      expect((await imported())[0]).toMatchObject({ preconditions: 'theirs' })
    })

    test('empties fields whose columns are empty', async () => {
      await save(rows)
      await world.prints(line)
      await save(rows.map((row) => ({ ...row, ...Object.fromEntries(fewer.map((column) => [column, ''])) })))
      expect((await world.type(line)).exitCode).toBe(0)
      for (const one of await imported())
        expect(one).toEqual({
          name: one.name,
          steps: [],
          preconditions: '',
          source: expect.any(String),
          Note: 'old',
          ...('section' in one && { section: 'Shop' }),
        })
    })
  },
)

test('a column that is left out by the map says nothing', async () => {
  const rows = [{ ID: '1', Title: 'Pay', Note: 'old', Owner: 'ana' }]
  await save(rows)
  await world.prints(line)
  await writeFile(join(world.folder, 'map.json'), '{"id":"ID","name":"Title","leaveOut":["Owner"]}')
  expect((await world.type(`${line} --map map.json`)).stdout).toBe('= 1 unchanged\n')
  expect(await imported()).toMatchObject([{ Owner: 'ana' }])
})

test('an export of Azure Test Plans without its steps is still one, and leaves them', async () => {
  const first = { ID: '12', 'Work Item Type': 'Test Case', Title: 'Pay', 'Test Step': '', 'Step Action': '', Tags: 'a' }
  const step = { ID: '', 'Work Item Type': '', Title: '', 'Test Step': '1', 'Step Action': 'add', Tags: '' }
  await save([first, step])
  await world.prints(line)
  await save(without([{ ...first, Tags: 'b' }], 'Test Step', 'Step Action'))
  expect((await world.type(line)).stdout).toContain('~ 1 changed (Tags 1)')
  expect(await imported()).toMatchObject([{ name: 'Pay', Tags: 'b', steps: [{ action: 'add' }], source: 'azure:12' }])
})

test('a column that becomes a custom field of another name is named with it, before those that keep their name', async () => {
  await save([{ ID: '1', Title: 'Pay', Tester: 'ana', Module: 'Shop', Priority: 'High' }])
  const { stderr } = await world.type(`${line} --dry-run`, { terminal: 80 })
  expect(stderr).toContain('\n  in custom fields: section (Module), priority (Priority), Tester\n')
})
