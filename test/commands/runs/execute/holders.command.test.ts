import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'
import { openKeyboard } from './keyboard.ts'

// Two testers share an account and its home folder. Each has a key and a journal of their own.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const execute = (USER: string, flags = '', pid = 1) =>
  openKeyboard(`testctl runs execute WEB-R2 --plain ${flags}`, {
    env: { ...world.env, USER, NO_COLOR: '1' },
    cwd: world.folder,
    pid,
    isRunning: (other) => [1, 2].includes(other),
  })

const results = () => world.prints('testctl tests list WEB-R2 --columns result')

const folder = () => join(world.folder, '.local/state/testctl/executions')
const journals = () => readdirSync(folder()).filter((name) => name.endsWith('.ndjson'))

/** Leaves a journal with a decision that was not sent, as after `kill -9`. Returns its path. */
const leaveUnsent = async (USER: string, key = 'p'): Promise<string> => {
  const session = execute(USER)
  await session.see(/all keys\.\n$/)
  session.press(` ${key}`)
  await session.see(key === 'p' ? /Passed: WEB-T3/ : /Step 1 is done/)
  const [name = ''] = journals()
  const text = readFileSync(join(folder(), name), 'utf8')
  session.press('uq')
  await session.end()
  const lines = text.split('\n').filter((line) => !line.includes('"did":"sent"'))
  writeFileSync(join(folder(), name), lines.join('\n'))
  return join(folder(), name)
}

test('both execute one run at the same time, on the same test too: whose result stays is said, and asked', async () => {
  const ana = execute('ana')
  await ana.see(/Test 1 of 3: logs in[^]*all keys\.\n$/)
  await expect.poll(results).toContain('inProgress')
  const ben = execute('ben', '--from WEB-T3', 2)
  await ben.see(/WEB-T3: logs in\. In progress\.[^]*all keys\.\n$/)
  ben.press('p')
  await ben.see(/Passed: WEB-T3/)
  await expect.poll(results).toMatch(/^passed/)
  ana.press('f\r')
  await ana.see(/ben set WEB-T3 logs in to passed; you set failed\. ben's stays; c to choose\.\n/)
  ana.press('c')
  await ana.see(/\nPress t to keep ben's result, passed; m to set yours, failed\.\n$/)
  ana.press('t')
  await ana.see(/\nben's result stays: WEB-T3 logs in is passed\.\n/)
  ana.press('q')
  ben.press('q')
  expect([await ana.end(), await ben.end()]).toMatchObject([{ exitCode: 0 }, { exitCode: 0 }])
  expect(await results()).toMatch(/^passed/)
})

test('what one of them has not sent is not sent by the other, who is told of it', async () => {
  const file = await leaveUnsent('ana')
  const before = readFileSync(file, 'utf8')
  const ben = execute('ben', '', 2)
  await ben.see(/all keys\.\n$/)
  ben.press('q')
  const { stderr } = await ben.end()
  expect(stderr).toMatch(
    /^warning: \d changes? by ana in this run (is|are) not sent yet; to send (it|them), run this command with ana's key \(--profile or TESTCTL_API_KEY\)\n/,
  )
  expect(readFileSync(file, 'utf8')).toBe(before)
  expect(await results()).toMatch(/^untested/)
  const ana = execute('ana')
  await ana.see(/all keys\.\n$/)
  ana.press('q')
  await ana.end()
  expect(await results()).toMatch(/^passed/)
})

test('a journal of an older testctl, which named no holder, is found and sent by whoever it was', async () => {
  const file = await leaveUnsent('ana')
  const text = readFileSync(file, 'utf8').replaceAll('"holder":"ana"', '"older":1')
  expect(text).toContain('"older"')
  const old = file.replace(/-[0-9a-f]+\.ndjson$/, '.ndjson')
  renameSync(file, old)
  writeFileSync(old, `${text}{"did":"me","me":"ana"}\n`)
  const ben = execute('ben', '', 2)
  await ben.see(/1? ?changes? by ana[^]*all keys\.\n$/)
  ben.press('q')
  await ben.end()
  expect(await results()).toMatch(/^untested/)
  const ana = execute('ana')
  await ana.see(/all keys\.\n$/)
  ana.press('q')
  await ana.end()
  expect(await results()).toMatch(/^passed/)
  expect(journals().map((name) => readFileSync(join(folder(), name), 'utf8'))).toEqual([])
})

test('a test that one of them only looked at is no change that waits', async () => {
  await leaveUnsent('ana', '')
  const ben = execute('ben', '', 2)
  await ben.see(/all keys\.\n$/)
  ben.press('q')
  expect((await ben.end()).stderr).not.toContain('warning')
})
