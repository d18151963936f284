import { expect, test } from 'vitest'
import type { Api } from '../../../src/contract/index.ts'
import { readProjectReport } from '../../../src/runs/report/read-project.ts'
import { createProject } from '../../submission/service.ts'

test('a report of a project is made although one of its earlier runs is deleted meanwhile', async () => {
  const { api, project, caseIds, run } = await createProject(['logs in'])
  await api.runs.create({ projectId: project.id, name: 'Nightly 2', caseIds })
  const list: Api['runs']['list'] = async (request) => {
    const answer = await api.runs.list(request)
    await api.runs.delete({ testRunId: run.id })
    return answer
  }
  const { report } = await readProjectReport({ ...api, runs: { ...api.runs, list } }, project, {
    full: false,
    runs: 10,
    version: '1.0.0',
    stop: new AbortController().signal,
  })
  expect(report.sentence).toMatch(/^WEB-R2, the last of 2 runs: /)
})
