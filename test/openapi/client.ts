// A client made from the OpenAPI document alone: it has to compile, and its requests and answers have to conform to the document.
import createClient from 'openapi-fetch'
import type { paths } from './api.js'

const [, , baseUrl = '', key = ''] = process.argv
const client = createClient<paths>({ baseUrl, headers: { 'X-API-Key': key } })

const must = <T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T => {
  if (data === undefined) throw new Error(`${response.url}: ${response.status} ${JSON.stringify(error)}`)
  return data
}

const { project } = must(
  await client.PUT('/v1/projects', { body: { name: 'Client', identifier: 'CLI', icon: '', color: '' } }),
)
const { case: one } = must(
  await client.PUT('/v1/cases/{id}', {
    params: { path: { id: project.id } },
    body: { name: 'logs in', preconditions: '', steps: [], customFields: { area: 'web' } },
  }),
)
const { testRun } = must(
  await client.PUT('/v1/test-runs/{id}', {
    params: { path: { id: project.id } },
    body: { name: 'nightly', caseIds: [one.id] },
  }),
)
const { tests } = must(
  await client.GET('/v1/tests/{id}', { params: { path: { id: testRun.id }, query: { relations: ['case'] } } }),
)
const [test] = tests
if (!test || test.case?.id !== one.id) throw new Error('the run has no test of the case')
const changed = must(
  await client.POST('/v1/tests/{id}', { params: { path: { id: test.id } }, body: { result: 'passed' } }),
)
if (changed.test.result !== 'passed') throw new Error(`it is ${changed.test.result}`)
const refused = await client.GET('/v1/cases/case/{identifier}', { params: { path: { identifier: 'CLI-C99' } } })
if (refused.response.status !== 404 || !refused.error?.message) throw new Error('a case that is not there was found')
