import { describe, expect, test } from 'vitest'
import { contract } from '../../../src/contract/index.ts'
import type { Endpoint } from '../../../src/contract/endpoints/endpoint.ts'
import { UsageError } from '../../../src/errors.ts'
import { rawRequest, encodeRequest } from '../../../src/wire/codec/requests.ts'

const of = (row: unknown, values: object) => encodeRequest(row as Endpoint, { ...values })

describe('a call becomes a request', () => {
  test('what the route names goes into the path, the rest into the query of a GET', () => {
    expect(of(contract.tests.list, { testRunId: 'r1', limit: 5, relations: ['case'] })).toEqual({
      method: 'GET',
      path: '/v1/tests/r1',
      query: 'limit=5&relations=case',
      headers: { accept: 'application/json' },
      body: undefined,
      repeatable: true,
    })
  })

  test('or into the body of anything else', () => {
    expect(of(contract.tests.update, { testId: 't1', result: 'passed', assignedTo: undefined })).toEqual({
      method: 'POST',
      path: '/v1/tests/t1',
      query: '',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: '{"result":"passed"}',
      repeatable: true,
    })
  })

  test('a delete has no body', () => {
    expect(of(contract.cases.delete, { caseId: 'c1' })).toMatchObject({ path: '/v1/cases/c1', body: undefined })
  })

  test('a project is created at a path without an id', () => {
    expect(of(contract.projects.create, { name: 'Web' })).toMatchObject({
      path: '/v1/projects',
      body: '{"name":"Web"}',
    })
  })
})

describe('what may be sent twice', () => {
  test.each([
    ['a read', contract.runs.list, { projectId: 'p' }, true],
    ['a delete', contract.runs.delete, { testRunId: 'r' }, true],
    ['an update', contract.runs.update, { testRunId: 'r', name: 'x' }, true],
    ['a create', contract.runs.create, { projectId: 'p', name: 'x', caseIds: [] }, false],
    ['an update that adds', contract.runs.update, { testRunId: 'r', caseIdsToAdd: ['c'] }, false],
    ['an update that removes', contract.runs.update, { testRunId: 'r', caseIdsToRemove: ['c'] }, false],
  ])('%s: %#', (_, row, values, repeatable) => {
    expect(of(row, values).repeatable).toBe(repeatable)
  })

  test.each([
    ['GET', '/v1/whatever', undefined, true],
    ['DELETE', '/v1/tests/t', undefined, true],
    ['DELETE', '/v1/whatever', undefined, false],
    ['POST', '/v1/tests/t', '{"result":"passed"}', true],
    ['POST', '/v1/test-runs/r', '{"name":"x"}', true],
    ['POST', '/v1/test-runs/r', '{"caseIdsToAdd":["c"]}', false],
    ['POST', '/v1/test-runs/r', 'not JSON', false],
    ['POST', '/v1/whatever', '{}', false],
    ['PUT', '/v1/tests/r', '{}', false],
  ])('testctl api %s %s %s: %s', (method, path, body, repeatable) => {
    expect(rawRequest({ method, path, body }).repeatable).toBe(repeatable)
  })
})

describe('testctl api', () => {
  test('takes the query from the path', () => {
    expect(rawRequest({ method: 'get', path: 'v1/tests/r1?relations=case&customFields[a]=b%20c' })).toMatchObject({
      method: 'GET',
      path: '/v1/tests/r1',
      query: 'relations=case&customFields%5Ba%5D=b%20c',
    })
  })

  test.each([
    '/',
    '/v2/x',
    'https://elsewhere/v1/x',
    '//elsewhere/v1',
    '/v1/../x',
    '/v1/%2e%2E/x',
    '/v1/a\\b',
    '/v1/a#b',
    '/v1/a%2fb',
    '/v1/a\nb',
    '/v1/a?b\n',
  ])('refuses the path %j', (path) => {
    expect(() => rawRequest({ method: 'GET', path })).toThrow(UsageError)
  })

  test('refuses a method that the interface does not have', () => {
    expect(() => rawRequest({ method: 'PATCH', path: '/v1/projects' })).toThrow(UsageError)
  })
})
