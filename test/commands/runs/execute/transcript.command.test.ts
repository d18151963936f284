import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'
import { openKeyboard } from './keyboard.ts'

// The lines that a screen reader reads aloud.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

test('every key is answered by a line of its own, and none is told twice without need', async () => {
  const session = openKeyboard('testctl runs execute WEB-R2 --plain', { env: world.env, cwd: world.folder })
  await session.see(/all keys\.\n$/)
  /** Presses keys and waits for exactly this text to be added to the transcript. */
  const hear = async (keys: string, expected: string): Promise<void> => {
    const before = session.text().length
    session.press(keys)
    await expect.poll(() => session.text().slice(before)).toBe(expected)
  }
  await hear(' ', 'Step 1 is done. All steps are done.\n')
  await hear(' ', 'Step 1 is open again.\n')
  await hear('j', 'That is the last step.\n')
  await hear('k', 'That is the first step.\n')
  await hear('b', 'There is no test before this one.\n')
  await hear('c', 'No result of yours has a conflict.\n')
  await hear('z', 'The key z does nothing here; ? shows the keys.\n')
  await hear('u', 'There is nothing to undo.\n')
  await hear('n\r', 'Note: \nNothing was done.\n')
  await hear('nslow\r', 'Note: slow\nThe note is a comment now.\n')
  await hear('g99\r', 'Go to test number: 99\nThe run has no test 99.\n')
  await hear('\u001b[6~', 'The whole test is above. Press r to repeat it.\n')
  await hear('g4\r', 'Go to test number: 4\nTest 2 of 3: logs out. Untested.\n')
  await hear('p', 'Passed: WEB-T4 logs out.\nTest 3 of 3: resets the password. Untested.\n')
  await hear('u', 'Taken back: WEB-T4 logs out is untested again.\nTest 2 of 3: logs out. Untested.\n')
  await hear('r', 'Test 2 of 3: logs out. Untested.\n')
  await hear('a\u007fcarl\r', 'Assign to [ana]: \nAssign to [nobody]: carl\nAssigned to carl.\n')
  await hear('p', 'Passed: WEB-T4 logs out.\nTest 3 of 3: resets the password. Untested.\n')
  await hear(
    'p',
    'Passed: WEB-T5 resets the password.\nThe end of the list. 1 test left in the run. Press q to quit, s for the first test left.\n',
  )
  await hear(
    's',
    'Test 1 of 3: logs in. Untested.\nPreconditions: There is an account.\nStep 1: Open the page. Expected: The form is shown.\n',
  )
  session.press('q')
  const { stdout, stderr } = await session.end()
  expect(stderr).toMatch(/\nPut back: WEB-T3 logs in\.\n\u001b\[\?2004l$/)
  expect(stdout).toBe(
    'Run WEB-R2 Nightly 2: 3 tests. 2 passed, 0 failed, 0 in progress, 1 untested.\nYou set 2 tests: 2 passed, 0 failed. You wrote 1 note. You changed the assignee of 1 test.\nNext: testctl runs execute WEB-R2 --plain\n',
  )
})
