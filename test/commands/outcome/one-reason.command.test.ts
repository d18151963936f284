import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SeededRemote, startSeededRemote } from '../../helpers/seeded-remote.ts'
import { createSeededWorld } from '../../helpers/seed.ts'

// The parts of an error besides its message: the status of the service, and the line that shows the current state.

let there: SeededRemote
beforeEach(async () => {
  there = await startSeededRemote()
})
afterEach(() => there.close())

test('the JSON error of several that failed alike has their status, as that of one has', async () => {
  for (const ids of ['WEB-C98', 'WEB-C98 WEB-C99']) {
    const { stderr } = await there.type(`testctl cases delete ${ids} --yes --json`)
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'not_found', status: 404 } })
  }
})

test.each([
  ['tests set WEB-T7 passed', 'testctl tests get WEB-T7'],
  ['tests update WEB-T7 --result passed', 'testctl tests get WEB-T7'],
  ['cases update WEB-C1 --name New', 'testctl cases get WEB-C1'],
  ['milestones update WEB-M1 --name New', 'testctl milestones get WEB-M1'],
  ['runs update WEB-R7 --name New', 'testctl runs get WEB-R7'],
  ['comments create WEB-C1 --content Why', 'testctl comments list WEB-C1'],
])('%s names the line that shows what it did, where its answer has not the item', async (line, look) => {
  const { remote } = there
  remote.after = (request, response) =>
    request.method === 'GET' ? response : { ...response, status: 200, body: '{"ok":true}' }
  const { exitCode, stderr } = await there.type(`testctl ${line}`)
  expect({ exitCode, stderr }).toEqual({
    exitCode: 5,
    stderr: expect.stringContaining(`\n  look first: ${look}\n`),
  })
})

test.each(['doctor', 'store check'])('%s says what every command says of a log without its store', async (line) => {
  const world = await createSeededWorld()
  try {
    const file = join(world.folder, 'team.db')
    await rm(`${file}-wal`, { force: true })
    await rename(file, join(world.folder, 'moved.db'))
    await writeFile(`${file}-wal`, await readFile(join(world.folder, 'moved.db')))
    const { stdout, stderr, exitCode } = await world.type(`testctl ${line}`)
    expect(stdout + stderr).toContain('was moved or deleted without team.db-wal, which holds data of it')
    expect(exitCode).not.toBe(0)
  } finally {
    await world.remove()
  }
})

test('a line of tests set --from names one test, and no range', async () => {
  const stdin = '{"test":"WEB-T1-T3","result":"passed"}\n'
  const { exitCode, stderr } = await there.world.type('testctl tests set --from -', { stdin })
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining('WEB-T1-T3 is a range, and a line names one test'),
  })
})

test.each([
  ['new.csv', 'Title,Precondition\nLogin,none\n', 'a CSV'],
  ['login.feature', 'Feature: Login\n  Scenario: works\n    When I log in\n', 'a file'],
])('cases create --from names the command that reads %s of another tool', async (name, content, what) => {
  const { world } = there
  await writeFile(join(world.folder, name), content)
  const typed = { cwd: world.folder }
  const { exitCode, stderr } = await world.type(`testctl cases create -p WEB --from ${name}`, typed)
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining(`${what} of another tool is read by: testctl cases import -p WEB ${name}`),
  })
})
