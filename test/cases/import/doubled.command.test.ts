import { expect, test } from 'vitest'
import type { CaseEntry } from '../../../src/cases/case-content.ts'
import { findDoubled } from '../../../src/cases/import/doubled.ts'
import { createProject } from '../../submission/service.ts'

test('of cases that two imports have made at once, those of the import with the lowest number stay, for both', async () => {
  const { api, project } = await createProject()
  const content = { name: 'logs in', preconditions: '', steps: [], customFields: {} }
  for (let count = 0; count < 4; count++) await api.cases.create({ projectId: project.id, ...content })
  const keptBy = async (...identifiers: string[]) => {
    const created = identifiers.map((identifier, at) => {
      const entry: CaseEntry = { content, identifier: undefined, place: { file: `${at}.md`, line: 1 } }
      return { entry, identifier }
    })
    const found = await findDoubled(project, { created, last: 0 }, { api, stop: new AbortController().signal })
    return found.map(({ cases }) => cases.map(({ identifier }) => identifier))
  }
  const kept = [
    ['WEB-C1', 'WEB-C2'],
    ['WEB-C4', 'WEB-C3'],
  ]
  expect(await keptBy('WEB-C1', 'WEB-C4')).toEqual(kept)
  expect((await keptBy('WEB-C2', 'WEB-C3')).map(String).sort()).toEqual(kept.map(String).sort())
})
