import { apiCallOf, createApi, type Values } from '../contract/api-calls.ts'
import type { Api } from '../contract/index.ts'
import { resources } from '../contract/vocabulary.ts'
import { encodeRequest } from './codec/requests.ts'
import { methodOf, parametersOf } from './codec/route.ts'

/** A request that would have been sent. The path is for people: `/v1/cases/<new-project-1>`. */
export type DryRunRequest = { method: string; path: string; body: unknown }

/**
 * Wraps an Api for `--dry-run`: reads pass through, and nothing is changed. Reports each change that it would have sent, and answers with a
 * plausible resource made from the request, whose id later calls can use. DECISIONS 31
 */
export const dryRun = (api: Api, report: (request: DryRunRequest) => void): Api => {
  const made: Partial<Record<string, number>> = {}
  const tests = new Map<unknown, readonly object[]>()
  const number = (one: string): number => (made[one] = (made[one] ?? 0) + 1)
  return createApi((noun, verb, row) => async (values) => {
    const { one, many } = resources[noun]
    const under = parametersOf(row.route).map((name) => values[name])
    if (verb === 'list' && under.some((id) => String(id).startsWith('<new-')))
      return listOf(many, noun === 'tests' ? (tests.get(under[0]) ?? []) : [], values)
    if (methodOf(row.route) === 'GET') return apiCallOf(api, noun, verb)(values)
    const { method, path, body } = encodeRequest(row, values)
    const shownPath = path.replaceAll('%3C', '<').replaceAll('%3E', '>')
    report({ method, path: shownPath, body: body === undefined ? undefined : JSON.parse(body) })
    if (verb === 'delete') return { ok: true, requestId: '', duration: 0 }
    if (verb === 'update') return { [one]: { ...blank, ...values, id: under[0] } }
    if (verb !== 'create') throw new Error(`what a service answers to ${noun} ${verb} is not known`)
    const id = `<new-${one.toLowerCase()}-${number(one)}>`
    // A run has a test for each of its cases. DECISIONS 352
    if (noun === 'runs')
      tests.set(
        id,
        (values['caseIds'] as readonly string[]).map((caseId) => ({
          ...blankTest,
          caseId,
          id: `<new-test-${number('test')}>`,
        })),
      )
    return { [one]: { ...blank, ...values, id } }
  })
}

// The fields that every resource has and no request has.
const blank = { displayId: 0, name: '', createdAt: '', createdBy: '', updatedAt: '', updatedBy: '' }

const blankTest = { ...blank, preconditions: '', steps: [], assignedTo: '', result: 'untested' }

const listOf = (many: string, rows: readonly object[], { limit = rows.length, offset = 0 }: Values): unknown => ({
  [many]: rows.slice(Number(offset), Number(offset) + Number(limit)),
  pagination: { limit, offset, total: rows.length },
})
