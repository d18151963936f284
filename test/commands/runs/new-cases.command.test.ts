import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSeededWorld } from '../../helpers/seed.ts'

const report = `<testsuites><testsuite name="test/cart.test.js">
<testcase classname="Cart" name="removes" file="test/cart.test.js"/></testsuite></testsuites>`

test.each(['', '--reuse'])('a case that is created with --name %s has the whole name of its test', async (flag) => {
  const world = await createSeededWorld({ TESTCTL_PROJECT: 'WEB' })
  await writeFile(join(world.folder, 'report.xml'), report)
  await world.prints(`testctl runs submit report.xml --name CI ${flag} --create-cases`)
  expect(await world.prints('testctl cases list --sort -displayId --limit 1 --columns name')).toBe(
    'test/cart.test.js › Cart › removes\n',
  )
  await world.remove()
})

test('the page of runs submit says so', async () => {
  const world = await createSeededWorld()
  expect(await world.prints('testctl runs submit --help')).toContain(
    'A new case gets the whole name of its test (suite › class › name).',
  )
  await world.remove()
})
