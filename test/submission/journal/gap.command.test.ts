import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openJournal } from '../../../src/submission/journal/index.ts'

test('after one note that could not be written none is: a journal with a gap would undo only a part', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'testctl-journal-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'j.ndjson')
  const journal = await openJournal(file)
  const entry = { did: 'creatingRun', name: 'CI', before: 3 } as const
  await journal.note(entry)
  const broken = function* () {
    yield entry
    throw new Error('no space left')
  }
  await expect(journal.noteAll(broken())).rejects.toThrow('no space left')
  await expect(journal.note(entry)).rejects.toThrow('no space left')
  await journal.close()
  expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(2)
})
