import type { Api } from '../../src/contract/index.ts'
import { createApi, type Values } from '../../src/contract/api-calls.ts'
import { parseIdentifier } from '../../src/contract/identifiers.ts'

const common = {
  id: 'x1',
  createdAt: '2026-01-01T00:00:00Z',
  createdBy: 'ana',
  updatedAt: 1767225600,
  updatedBy: 'ana',
}
const numbered = { ...common, displayId: 7, name: 'Login' }
const steps = [{ action: 'Open', expectation: 'It opens' }]

/** A sample of each resource, as a service would send it. */
export const samples = {
  projects: { ...common, name: 'Web', identifier: 'WEB', icon: 'globe', color: '#36f' },
  cases: { ...numbered, preconditions: '', steps, customFields: { team: 'a' } },
  runs: { ...numbered, results: { total: 1, passed: 0, failed: 0, inProgress: 0, untested: 1 } },
  tests: { ...numbered, preconditions: '', steps, assignedTo: '', result: 'untested', caseId: 'c1' },
  milestones: { ...numbered },
  comments: { ...common, content: 'Hm' },
}

const said = {
  projects: ['project', 'projects'],
  cases: ['case', 'cases'],
  runs: ['testRun', 'testRuns'],
  tests: ['test', 'tests'],
  milestones: ['milestone', 'milestones'],
  comments: ['comment', 'comments'],
} as const

/** Creates a fake API that answers with samples and records its calls in `calls`. */
export const fakeApi = (fail?: (name: string) => unknown): { api: Api; calls: [string, Values][] } => {
  const calls: [string, Values][] = []
  const api = createApi((noun, verb) => async (values) => {
    calls.push([`${noun}.${verb}`, values])
    const error = fail?.(`${noun}.${verb}`)
    if (error) throw error
    const [one, many] = said[noun]
    if (verb === 'delete') return { ok: true, requestId: 'r1', duration: 1 }
    if (verb === 'list') return { [many]: [samples[noun]], pagination: { limit: 50, offset: 0, total: 1 } }
    const { result } = values
    const displayId = verb === 'get' ? parseIdentifier(String(values['identifier']))?.displayId : undefined
    const sample = {
      ...samples[noun],
      ...(verb === 'update' && { id: Object.values(values)[0] }),
      ...(displayId !== undefined && { displayId }),
    }
    return { [one]: { ...sample, ...(result !== undefined && { result }), added: 'by an alpha' } }
  })
  return { api, calls }
}
