import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { startServed } from './served.ts'

// An independent validator checks real requests and answers against the served OpenAPI document.

type Schema = Record<string, unknown>
type Operation = {
  operationId: string
  requestBody?: { content: { 'application/json': { schema: Schema } } }
  responses: Record<string, { $ref?: string; content?: { 'application/json': { schema: Schema } } }>
}
type Document = { paths: Record<string, Record<string, Operation>>; components: Schema }

const startDescribed = async () => {
  const served = await startServed()
  const document = JSON.parse((await served.ask('/openapi.json', { key: '' })).body) as Document
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema(document as unknown as Schema, 'document')
  const compile = (pointer: string): ValidateFunction => ajv.compile({ $ref: `document#${pointer}` })
  const escape = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
  const seen = new Set<string>()

  /** Sends a request and checks it and its answer against the document. */
  const send = async (
    method: string,
    path: string,
    { body, status = 200, key }: { body?: unknown; status?: number; key?: string } = {},
  ): Promise<Record<string, never>> => {
    const pattern = Object.keys(document.paths).find(
      (one) =>
        document.paths[one]?.[method.toLowerCase()] &&
        new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path.split('?')[0] ?? '') &&
        (one.includes('{identifier}') || path.split('/').length === one.split('/').length),
    )
    const operation = document.paths[pattern ?? '']?.[method.toLowerCase()]
    expect(operation, `${method} ${path} is described`).toBeDefined()
    const at = `/paths/${escape(pattern ?? '')}/${method.toLowerCase()}`
    const text = body === undefined ? undefined : JSON.stringify(body)
    const answer = await served.ask(path, {
      method,
      ...(key !== undefined && { key }),
      ...(text !== undefined && { body: text, headers: { 'content-type': 'application/json' } }),
    })
    expect({ path, ...answer }).toMatchObject({ status, headers: { 'content-type': 'application/json' } })
    if (text !== undefined) {
      const accepts = compile(`${at}/requestBody/content/application~1json/schema`)
      expect({ path, described: accepts(body) }).toEqual({ path, described: status !== 400 })
    }
    const response = operation?.responses[String(status)]
    expect(response, `${status} of ${operation?.operationId} is described`).toBeDefined()
    const pointer = response?.$ref?.slice(1) ?? `${at}/responses/${status}`
    const validate = compile(`${pointer}/content/application~1json/schema`)
    const value = JSON.parse(answer.body) as Record<string, never>
    expect({ path, valid: validate(value), errors: validate.errors }).toEqual({ path, valid: true, errors: null })
    if (status === 200) seen.add(operation?.operationId ?? '')
    return value
  }
  const all = Object.values(document.paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
  return { ...served, send, seen, all }
}

test('all 26 endpoints answer what the served document says, and refuse what it does not allow', async () => {
  const { send, seen, all, secrets } = await startDescribed()
  const text = { name: 'Log in', preconditions: '', steps: [{ action: 'Open', expectation: 'Shown' }] }
  const idOf = (answer: Record<string, { id: string }>, name: string): string => answer[name]?.id ?? ''

  const p = { name: 'Web', identifier: 'WEB', icon: 'globe', color: '#fff' }
  const projectId = idOf(await send('PUT', '/v1/projects', { body: p }), 'project')
  await send('PUT', '/v1/projects', { body: p, status: 409 })
  await send('PUT', '/v1/projects', { body: { ...p, owner: 'ana' }, status: 400 })
  await send('PUT', '/v1/projects', { body: { ...p, name: 1 }, status: 400 })
  await send('PUT', '/v1/projects', { body: { ...p, identifier: 'X' }, status: 401, key: 'wrong' })
  await send('PUT', '/v1/projects', { body: { ...p, identifier: 'X' }, status: 403, key: secrets.reader })
  await send('POST', `/v1/projects/${projectId}`, { body: { name: 'Web shop' } })
  const caseId = idOf(
    await send('PUT', `/v1/cases/${projectId}`, { body: { ...text, customFields: { a: [1] } } }),
    'case',
  )
  await send('PUT', `/v1/cases/${projectId}`, { body: { ...text, steps: [{ action: 'Open' }] }, status: 400 })
  await send('POST', `/v1/cases/${caseId}`, { body: { preconditions: 'There is an account.' } })
  const run = { name: 'Nightly', caseIds: [caseId] }
  const runId = idOf(await send('PUT', `/v1/test-runs/${projectId}`, { body: run }), 'testRun')
  const milestone = { name: 'Release', testRunIds: [runId] }
  const milestoneId = idOf(await send('PUT', `/v1/milestones/${projectId}`, { body: milestone }), 'milestone')
  await send('POST', `/v1/milestones/${milestoneId}`, { body: { name: 'Release 1' } })
  const other = idOf(await send('PUT', `/v1/cases/${projectId}`, { body: text }), 'case')
  await send('POST', `/v1/test-runs/${runId}`, { body: { name: 'Nightly 2', caseIdsToRemove: [] } })
  const testId = idOf(await send('PUT', `/v1/tests/${runId}`, { body: { caseId: other } }), 'test')
  await send('POST', `/v1/tests/${testId}`, { body: { result: 'passed', assignedTo: 'ana' } })
  await send('POST', `/v1/tests/${testId}`, { body: { result: 'pased' }, status: 400 })
  const commentId = idOf(await send('PUT', `/v1/comments/${caseId}`, { body: { content: 'Why?' } }), 'comment')
  await send('PUT', `/v1/comments/${testId}`, { body: { content: 'Because.' } })

  await send('GET', '/v1/projects?relations=cases,milestones,test_runs')
  await send('GET', `/v1/cases/${projectId}?relations=comments&customFields[a]=1`)
  await send('GET', '/v1/cases/case/WEB-C1?relations=project,comments')
  await send('GET', `/v1/test-runs/${projectId}?relations=tests`)
  await send('GET', '/v1/test-runs/test-run/WEB-R1?relations=tests')
  await send('GET', `/v1/tests/${runId}?relations=case,comments`)
  await send('GET', '/v1/tests/test/WEB-T1?relations=case,comments,test_run')
  await send('GET', '/v1/tests/test/WEB-T99', { status: 404 })
  await send('GET', `/v1/tests/${runId}?limit=0`, { status: 400 })
  await send('GET', `/v1/milestones/${projectId}?relations=test_runs,tests`)
  await send('GET', '/v1/milestones/milestone/WEB-M1?relations=test_runs,tests')

  await send('DELETE', `/v1/comments/${commentId}`)
  await send('DELETE', `/v1/tests/${testId}`)
  await send('DELETE', `/v1/tests/${testId}`, { status: 404 })
  await send('DELETE', `/v1/milestones/${milestoneId}`)
  await send('DELETE', `/v1/test-runs/${runId}`)
  await send('DELETE', `/v1/cases/${caseId}`)
  await send('DELETE', `/v1/projects/${projectId}`)
  expect([...seen].toSorted()).toEqual(all.toSorted())
})
