import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createService } from '../../src/service/index.ts'
import { openStore } from '../../src/store/index.ts'
import { template } from '../helpers/seed.ts'

/** Puts a service that is in use into `team.db`: every identifier that the help pages name is there. */
export const seed = async (folder: string): Promise<void> => copyFile(await template(), join(folder, 'team.db'))

/** Adds a run WEB-R8 with many tests, with names of so many characters at least. */
export const seedLargeRun = async (folder: string, count: number, length = 0): Promise<void> => {
  const store = await openStore(`file:${join(folder, 'team.db')}`)
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
