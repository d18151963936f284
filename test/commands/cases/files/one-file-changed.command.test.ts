import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formOf } from '../../../../src/cases/file/forms.ts'
import { type FileState, readInto } from '../../../../src/cases/file/read.ts'
import { fileWriteBack } from '../../../../src/cases/file/write-back.ts'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

// A file of cases is written whole, or left as it is.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const open = (name: string) => {
  const target = { name, path: join(world.folder, name), form: formOf(name)! }
  const state: FileState = { text: undefined, entries: [] }
  return { path: target.path, read: () => readInto(state, target), files: fileWriteBack(state, target) }
}
const content = { name: 'a', preconditions: '', steps: [], customFields: {} }

test('a file that was changed since it was read is left as it is, and that is said', async () => {
  const { path, read, files } = open('c.ndjson')
  await writeFile(path, '{"name":"a"}\n')
  const { entries } = read()
  await writeFile(path, '{"name":"somebody else"}\n')
  await files.identify?.(entries[0]!, 'WEB-C1')
  await expect(files.finish?.()).rejects.toThrow('c.ndjson was changed meanwhile and is left as it is')
  expect(await readFile(path, 'utf8')).toBe('{"name":"somebody else"}\n')
})

test('a text that the form cannot hold is refused, and the file is left as it is', async () => {
  const { path, read, files } = open('c.csv')
  await writeFile(path, 'identifier,name,preconditions,step,action,expectation\n')
  read()
  await files.add?.({ content: { ...content, name: 'half \ud83d' }, identifier: 'WEB-C1' })
  await expect(files.finish?.()).rejects.toThrow('c.csv cannot hold WEB-C1 as it is; nothing was written')
  expect(await readFile(path, 'utf8')).not.toContain('WEB-C1')
})

test('cases that say the same each get an identifier of their own', async () => {
  const { path, read, files } = open('c.ndjson')
  await writeFile(path, '{"name":"a"}\n{"name":"a"}\n')
  const [first, second] = read().entries
  await files.identify?.(second!, 'WEB-C2')
  await files.identify?.(first!, 'WEB-C1')
  await files.finish?.()
  expect((await readFile(path, 'utf8')).match(/WEB-C\d/g)).toEqual(['WEB-C1', 'WEB-C2'])
})
