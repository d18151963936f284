import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSeededWorld } from '../../helpers/seed.ts'

test('the journal of a submission that got to its end takes no other one', async () => {
  const world = await createSeededWorld()
  await writeFile(join(world.folder, 'report.tap'), '1..1\nnot ok 1 - logs in\n')
  const submit = () =>
    world.type('testctl runs submit report.tap --run WEB-R1 --journal j.ndjson', { cwd: world.folder })
  expect(await submit()).toMatchObject({ exitCode: 0 })
  expect((await readdir(world.folder)).filter((name) => name.endsWith('.lock'))).toEqual([])
  await world.prints('testctl tests set WEB-T1 passed')
  expect(await submit()).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('j.ndjson is the journal of another submission\n  give another file') as string,
  })
  expect(await world.prints('testctl tests get WEB-T1 --columns result')).toBe('passed\n')
  await world.remove()
})

test.for(['{"precious":true}', 'a note\nits last line', '{"did"'.repeat(2)])(
  'a file of something else, without a newline at its end, is refused as a journal, and stays as it is: %j',
  async (text) => {
    const world = await createSeededWorld()
    await writeFile(join(world.folder, 'report.tap'), '1..1\nnot ok 1 - logs in\n')
    await writeFile(join(world.folder, 'notes.json'), text)
    expect(
      await world.type('testctl runs submit report.tap --run WEB-R1 --journal notes.json', { cwd: world.folder }),
    ).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('give another file to --journal') as string })
    expect(await readFile(join(world.folder, 'notes.json'), 'utf8')).toBe(text)
    await world.remove()
  },
)
