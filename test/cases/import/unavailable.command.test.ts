import { expect, test } from 'vitest'
import type { CaseEntry } from '../../../src/cases/case-content.ts'
import { carryOutImport, prepareImport } from '../../../src/cases/import/index.ts'
import type { Api } from '../../../src/contract/index.ts'
import { UnavailableError } from '../../../src/errors.ts'
import { createProject } from '../../submission/service.ts'

/** Imports forty new cases one after another into a service that fails at some creates. */
const importInto = async (fails: (create: number) => boolean) => {
  const { api: service, project } = await createProject()
  let creates = 0
  const create: Api['cases']['create'] = (...request) =>
    fails(++creates) ? Promise.reject(new UnavailableError('busy')) : service.cases.create(...request)
  const api = { ...service, cases: { ...service.cases, create } }
  const entries = Array.from({ length: 40 }, (_, at): CaseEntry => {
    const content = { name: `case ${at}`, preconditions: '', steps: [], customFields: {} }
    return { content, identifier: undefined, place: { file: 'cases.ndjson', line: at + 1 } }
  })
  const prepared = await prepareImport({ api, project, entries, stateFiles: undefined, keyLifetime: async () => 0 })
  const { created, failed, notBegun } = await carryOutImport(prepared, {
    api,
    files: {},
    stop: new AbortController().signal,
    prune: false,
    atOnce: 1,
  })
  return { created: created.length, failed: failed.length, notBegun: notBegun.length }
}

test('an import goes on where a service fails at every other case, however many that are', async () => {
  expect(await importInto((create) => create % 2 === 0)).toEqual({ created: 20, failed: 20, notBegun: 0 })
})

test('an import ends where a service does nothing but fail', async () => {
  expect(await importInto((create) => create > 4)).toEqual({ created: 4, failed: 16, notBegun: 20 })
})
