import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'
import { openKeyboard } from './keyboard.ts'

// A result is in the journal before the screen shows it, so `kill -9` loses nothing that the user saw.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

type Entry = { did: string; steps?: number[]; op?: { do: string; identifier: string; result?: string } }

const journals = (): string[] => {
  const folder = join(world.folder, '.local/state/testctl/executions')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.ndjson')) : []
  return names.map((name) => join(folder, name))
}

/** Reads the journal entries that a kill at this moment would leave. */
const journaled = (): Entry[] => {
  return journals().flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Entry),
  )
}

test.each(['--plain', ''])('what is shown as set is in the journal when it is shown: %s', async (flag) => {
  const missing: string[] = []
  let sets = 0
  const session = openKeyboard(`testctl runs execute WEB-R7 --only failed,untested,inProgress ${flag}`, {
    env: { ...world.env, NO_COLOR: '1', TERM: 'xterm' },
    cwd: world.folder,
    onShown: (drawn) => {
      const text = drawn.replace(/\r|\u001b\[[0-9;?]*[A-Za-z]/g, '\n')
      const entries = journaled()
      for (const [line, word = '', identifier] of text.matchAll(/^(Passed|Failed): (WEB-T\d+) .*$/gm)) {
        sets += 1
        const isThere = entries.some(
          ({ op }) => op?.do === 'decide' && op.identifier === identifier && op.result === word.toLowerCase(),
        )
        if (!isThere) missing.push(line)
      }
      for (const [line, step = ''] of text.matchAll(/^Step (\d+) is done\./gm)) {
        sets += 1
        if (!entries.some(({ steps }) => steps?.includes(Number(step) - 1))) missing.push(line)
      }
    },
  })
  await session.see(/(?:all keys\.\n|q quit.*\n.*)$/)
  for (const keys of ['p', ' p', 'fbroken\r', 'ppp', 's', 'pp']) {
    const before = session.text().length
    session.press(keys)
    await expect.poll(() => session.text().length).toBeGreaterThan(before)
  }
  session.press('q')
  expect(await session.end()).toMatchObject({ exitCode: 0 })
  expect(missing).toEqual([])
  expect(sets).toBeGreaterThan(6)
})

/** Ends a session that leaves its journal, because a step is ticked. Returns the path of the journal. */
const leaveJournal = async (): Promise<string> => {
  const session = openKeyboard('testctl runs execute WEB-R2 --plain', { env: world.env, cwd: world.folder })
  await session.see(/all keys\.\n$/)
  session.press(' ')
  await session.see(/Step 1 is done/)
  session.press('q')
  await session.end()
  const [file = ''] = journals()
  return file
}

const again = () =>
  openKeyboard('testctl runs execute WEB-R2 --plain', { env: { ...world.env, NO_COLOR: '1' }, cwd: world.folder })

test('a journal of another run or service is not sent anywhere', async () => {
  const file = await leaveJournal()
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"run":"[^"]+"/, '"run":"of-another"'))
  const { exitCode, stderr } = await again().end()
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: `error: ${file} is the journal of another run\n  move it away, and run this again\n`,
  })
})

test('the last line of a journal may be torn: the rest counts', async () => {
  appendFileSync(await leaveJournal(), '{"did":"intend","op":{"n":99,"do":"dec')
  const session = again()
  await session.see(/Step 1, done: /)
  session.press('pq')
  expect(await session.end()).toMatchObject({ exitCode: 0 })
  expect(journals()).toEqual([])
})
