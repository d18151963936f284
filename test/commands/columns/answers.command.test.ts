import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

// Commands that print more than a table also take --columns, and refuse an unknown column.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
  await writeFile(
    join(world.folder, 'case.md'),
    '---\ncase: WEB-C1\n---\n\n# logs in\n\n## Steps\n\n1. Open\n   **Expected:** Shown\n',
  )
})
afterEach(() => world.remove())

describe('an unknown column is refused on a pipe and on a terminal', () => {
  test.each([
    'runs status WEB-R7',
    'runs wait WEB-R1 --timeout 1s',
    'runs watch WEB-R1',
    'runs diff WEB-R1 WEB-R2',
    'runs report WEB-R7',
    'runs filter WEB-R7 --for vitest',
    'runs execute WEB-R7',
    'runs undo WEB-R7',
    'milestones status WEB-M1',
    'cases status case.md -p WEB',
    'cases lint case.md',
    'cases history WEB-C1',
    'config path',
    'config get url',
    'auth status',
    'doctor',
    'store check',
    'demo --file demo.db',
    'help output',
    'completion bash',
    'api GET /v1/projects',
    'api projects.list',
    'api GET /v1/projects --paginate',
  ])('%s', async (line) => {
    for (const terminal of [undefined, 80]) {
      const typed = { cwd: world.folder, ...(terminal !== undefined && { terminal }) }
      expect(await world.fails(`testctl ${line} --columns bogus`, typed)).toEqual({
        exitCode: 2,
        stderr: expect.stringMatching(
          /there is no (column|field) "bogus"|--columns cannot show|no form for --columns|--columns is for the lines/,
        ),
      })
    }
  })
})

test.each([
  ['runs status WEB-R7 --columns run.identifier,results.passed,results.total', 'WEB-R7\t4\t12\n'],
  ['runs status WEB-R7 --columns results', expect.stringContaining('"total":12')],
  ['config get url --columns name', 'url\n'],
  ['tests set WEB-T1 WEB-T2 passed --columns identifier,result', 'WEB-T1\tpassed\nWEB-T2\tpassed\n'],
  ['tests set WEB-T1 passed --columns result', 'passed\n'],
  ['runs update WEB-R7 --milestone WEB-M1 --columns milestone', 'WEB-M1\n'],
  ['api GET /v1/projects --paginate --columns identifier', 'WEB\nOLD\n'],
  ['help exit-codes --columns code', expect.stringMatching(/^0\n1\n2\n/)],
])('on a pipe %s prints them', async (line, shown) => {
  expect(await world.prints(`testctl ${line}`)).toEqual(shown)
})

test.each([
  ['cases lint case.md --columns file,rule', ''],
  ['tests set WEB-T1 passed --dry-run --columns identifier,result', expect.stringMatching(/^POST \/v1\/tests\//)],
])('%s is no mistake', async (line, shown) => {
  expect(await world.prints(`testctl ${line}`, { cwd: world.folder })).toEqual(shown)
})

test.each([
  ['runs status WEB-R7 --columns run.identifier,results.passed', 'IDENTIFIER  PASSED\nWEB-R7      4\n'],
  ['tests get WEB-T12 --columns identifier,name', 'IDENTIFIER  NAME\nWEB-T12     adds to the cart\n'],
  ['tests set WEB-T1 passed --columns identifier,result', 'IDENTIFIER  RESULT\nWEB-T1      ✓ passed\n'],
])('on a terminal %s prints them', async (line, shown) => {
  expect(await world.prints(`testctl ${line}`, { terminal: 80, env: { NO_COLOR: '1' } })).toBe(shown)
})
