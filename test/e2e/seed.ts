import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createService } from '../../src/service/index.ts'
import { openStore } from '../../src/store/index.ts'
import { template } from '../helpers/seed.ts'

/** Puts a service with data into `team.db`: every identifier that the help pages mention exists. */
export const seed = async (folder: string): Promise<void> => copyFile(await template(), join(folder, 'team.db'))

/**
 * Puts one that also has a run WEB-R8 with `count` tests, whose names have at least `length` characters, into `large.db`. Returns its
 * address. The file is kept for other tests that want the same, because making it takes longer than those tests.
 */
export const seedLarge = async (folder: string, count: number, length = 0): Promise<string> => {
  const [path, size] = [join(folder, 'large.db'), `${count} ${length}`]
  const made = large.get(size)
  if (made) await writeFile(path, made)
  else {
    await copyFile(await template(), path)
    await addRun(path, count, length)
    large.set(size, await readFile(path))
  }
  return 'file:./large.db'
}

const large = new Map<string, Buffer>()

/** Adds a run WEB-R8 with many tests to `team.db`. */
export const seedLargeRun = (folder: string, count: number): Promise<void> => addRun(join(folder, 'team.db'), count, 0)

const addRun = async (path: string, count: number, length: number): Promise<void> => {
  const store = await openStore(`file:${path}`)
  const api = createService(store)('ana')
  const { projects } = await api.projects.list({})
  const projectId = projects.find(({ identifier }) => identifier === 'WEB')!.id
  const names = Array.from({ length: count }, (_, at) => `Case ${at + 1}`.padEnd(length, '.'))
  const made = await Promise.all(
    names.map((name) => api.cases.create({ projectId, name, preconditions: '', steps: [] })),
  )
  await api.runs.create({ projectId, name: 'Large', caseIds: made.map((one) => one.case.id) })
  await store.close()
}
