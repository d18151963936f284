import { expect, test } from 'vitest'
import type { Api } from '../../../src/contract/index.ts'
import { readProjectReport } from '../../../src/runs/report/read-project.ts'
import { UnavailableError } from '../../../src/errors.ts'
import { createProject } from '../../submission/service.ts'

const options = { full: false, runs: 10, version: '1.0.0', stop: new AbortController().signal }

test('a report of a project is made although one of its earlier runs is deleted meanwhile', async () => {
  const { api, project, caseIds, run } = await createProject(['logs in'])
  await api.runs.create({ projectId: project.id, name: 'Nightly 2', caseIds })
  const list: Api['runs']['list'] = async (request) => {
    const answer = await api.runs.list(request)
    await api.runs.delete({ testRunId: run.id })
    return answer
  }
  const { report } = await readProjectReport({ ...api, runs: { ...api.runs, list } }, project, options)
  expect(report.sentence).toMatch(/^WEB-R2, the last of 2 runs: /)
})

test('a report of a project is not made where an earlier run cannot be read: it would count as one without tests', async () => {
  const { api, project, caseIds, run } = await createProject(['logs in'])
  await api.runs.create({ projectId: project.id, name: 'Nightly 2', caseIds })
  const list: Api['tests']['list'] = async (request) => {
    if (request.testRunId === run.id) throw new UnavailableError('connection refused')
    return api.tests.list(request)
  }
  const read = readProjectReport({ ...api, tests: { ...api.tests, list } }, project, options)
  await expect(read).rejects.toThrow('connection refused')
})
