import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { worldsAfter } from '../../helpers/ground.ts'
import { createSeededWorld, hideIds, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
const makeWorld = worldsAfter(createSeededWorld, async (world) => {
  await world.prints("testctl cases update WEB-C1 --step 'a => A' --step 'b => B' --step 'c => C'")
})
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())

const step = (action: string, expectation = '') => ({ action, expectation })
const [a, b, c] = [step('a', 'A'), step('b', 'B'), step('c', 'C')]

describe('some steps are changed, and the others stay', () => {
  test.each([
    ["--add-step 'd => D' --add-step e", [a, b, c, step('d', 'D'), step('e')]],
    ["--edit-step '2=x'", [a, step('x', 'B'), c]],
    ["--edit-step '2=x => y'", [a, step('x', 'y'), c]],
    ["--edit-step '2= => y'", [a, step('b', 'y'), c]],
    ["--edit-step '2=x =>'", [a, step('x'), c]],
    ['--remove-step 2', [a, c]],
    ['--remove-step 1 --remove-step 2', [c]],
    ['--move-step 3:1', [c, a, b]],
    ['--move-step 1:3', [b, c, a]],
    ['--remove-step 1 --edit-step 3=z --move-step 3:1 --add-step n', [step('z', 'C'), b, step('n')]],
  ])('%s', async (flags, steps) =>
    expect((await world.json(`testctl cases update WEB-C1 ${flags}`))['steps']).toEqual(steps),
  )

  test.each([
    ['--edit-step 4=x', /--edit-step: there is no step "4"\n {2}the case has 3 steps/],
    ['--edit-step x', /--edit-step takes number=step/],
    ['--remove-step 0', /--remove-step: there is no step "0"/],
    ['--move-step 3', /--move-step takes from:to/],
    ['--move-step 3:4', /there is no place 4/],
    ["--edit-step '1=Open it' --remove-step 1", /step 1 is removed and cannot be changed/],
    ['--move-step 1:2 --remove-step 1', /step 1 is removed and cannot be moved/],
    ['--add-step x --step y', /replace all steps, and exclude/],
  ])('%s is refused', async (flags, message) =>
    expect(await world.fails(`testctl cases update WEB-C1 ${flags}`)).toEqual({
      exitCode: 2,
      stderr: expect.stringMatching(message),
    }),
  )
})

describe('custom fields', () => {
  test.each([
    ['--custom-field a=b', { area: 'login', weight: 0, a: 'b' }],
    ['--custom-field area=', { weight: 0 }],
    ['--custom-field area=shop', { area: 'shop', weight: 0 }],
    [`--custom-fields '{"n":1}'`, { n: 1 }],
    [`--custom-fields '{"n":1}' --custom-field a=b`, { n: 1, a: 'b' }],
  ])('%s', async (flags, customFields) =>
    expect((await world.json(`testctl cases update WEB-C1 ${flags}`))['customFields']).toEqual(customFields),
  )

  test('by an id they are changed where the project is known', async () => {
    const id = await world.idOf('WEB-C1')
    expect(await world.fails(`testctl cases update ${id} --custom-field a=b`)).toMatchObject({ exitCode: 2 })
    const { customFields } = await world.json(`testctl cases update ${id} -p WEB --custom-field a=b`)
    expect(customFields).toEqual({ area: 'login', weight: 0, a: 'b' })
  })
})

const onTerminal = { terminal: 80, env: { NO_COLOR: '1' } }

test.each([
  ['--step x', '✓ Updated case WEB-C1: logs in (3 steps replaced by 1)\n'],
  ['--remove-step 1', '✓ Updated case WEB-C1: logs in (1 step removed)\n'],
  ["--edit-step '3=Close it'", '✓ Updated case WEB-C1: logs in (step 3 changed)\n'],
  ['--move-step 1:2', '✓ Updated case WEB-C1: logs in (steps moved)\n'],
  ["--custom-fields '{}' --name y", '✓ Updated case WEB-C1: y (name changed, area removed, weight removed)\n'],
  ["--step 'a => A' --step 'b => B' --step 'c => C'", '✓ Updated case WEB-C1: logs in (nothing changed)\n'],
])('%s says on a terminal what was replaced', async (flags, sentence) =>
  expect(await world.prints(`testctl cases update WEB-C1 ${flags}`, onTerminal)).toBe(sentence),
)

test('--dry-run shows both sides and sends nothing', async () => {
  const line = "testctl cases update WEB-C1 --dry-run --step 'a => A' --step x --custom-field area="
  expect(hideIds(await world.prints(line))).toBe(
    `POST /v1/cases/ID {"steps":[{"action":"a","expectation":"A"},{"action":"x","expectation":""}],"customFields":{"weight":0}}
2 steps replaced by 1
area removed
steps
  - 2. b => B
  - 3. c => C
  + 2. x
customFields
  - area: login
`,
  )
  expect((await world.json('testctl cases get WEB-C1'))['steps']).toEqual([a, b, c])
  expect(await world.json(line)).toMatchObject([{ method: 'POST', before: { steps: [a, b, c] } }])
})
