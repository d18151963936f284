import { expect, test } from 'vitest'
import type { Api } from '../../../src/contract/index.ts'
import { RejectedError } from '../../../src/errors.ts'
import { readHistory } from '../../../src/runs/history/read.ts'
import { createProject } from '../../submission/service.ts'

test('where a service gives no answer as large as several runs, each is read by pages', async () => {
  const { api, project, caseIds } = await createProject(['logs in'])
  for (const name of ['A', 'B', 'C']) await api.runs.create({ projectId: project.id, name, caseIds })
  const small: Api = {
    ...api,
    runs: {
      ...api.runs,
      list: (request) =>
        request.relations
          ? Promise.reject(new RejectedError('more than an answer holds', { status: 413 }))
          : api.runs.list(request),
    },
  }
  const asked = { project, caseId: caseIds[0]!, limit: undefined }
  const how = { stop: new AbortController().signal, onRead: () => undefined }
  expect(await readHistory(small, asked, how)).toEqual(await readHistory(api, asked, how))
})
