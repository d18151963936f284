import { type KyselyPlugin, sql } from 'kysely'
import type { ApiCall, CallOptions, Values } from '../../src/contract/api-calls.ts'
import { type Api, endpoints } from '../../src/contract/index.ts'
import { createService } from '../../src/service/index.ts'
import type { Store } from '../../src/store/index.ts'
import { engine } from './engines/current.ts'

/** Opens an empty store of the current kind, and closes it after the test. */
export const openEmptyStore = async (): Promise<Store> => (await engine().open(1))[0]!

/** Opens an empty store twice, as two processes would. */
export const openTwice = async (): Promise<[Store, Store]> => (await engine().open(2)) as [Store, Store]

/** Opens a service on an empty store, with a clock that the test moves. */
export const openService = async () => {
  const store = await openEmptyStore()
  const clock = { time: Date.parse('2026-01-01T00:00:00.000Z') }
  const service = createService(store, () => new Date(clock.time))
  return { store, clock, as: (holder: string) => checked(service(holder)), api: checked(service('ana')) }
}

export const openProject = async () => {
  const opened = await openService()
  return { ...opened, ...(await addProject(opened.api, 'WEB')) }
}

/** Creates a project with three cases. */
export const addProject = async (api: Api, identifier: string) => {
  const { project } = await api.projects.create({ name: 'Web', identifier, icon: 'globe', color: 'red' })
  const cases = await addCases(api, project.id, ['Log in', 'Log out', 'Search'])
  return { project, cases, caseIds: cases.map(({ id }) => id) }
}

export const addCases = async (api: Api, projectId: string, names: readonly string[]) => {
  const steps = [{ action: 'Open', expectation: 'Shown' }]
  // Sent at once, they become one write in this order.
  const made = names.map((name) => api.cases.create({ projectId, name, preconditions: 'A browser', steps }))
  return (await Promise.all(made)).map((one) => one.case)
}

/**
 * Creates very many cases with one statement in the store, ten times as fast as through the service. Returns their ids, `case-0` and so
 * on. Their displayIds begin at `first`.
 */
export const putCases = async (
  store: Store,
  projectId: string,
  { count, first = 100 }: { count: number; first?: number },
): Promise<string[]> => {
  await store.write((queries) =>
    queries
      .insertInto('cases')
      .columns(['id', 'project_id', 'display_id', 'name', 'preconditions', 'steps', 'custom_fields', ...auditColumns])
      .expression(
        sql`with recursive ${numbersTo(count)} select 'case-' || at, cast(${projectId} as text), at + ${sql.lit(first)},
          'Case ' || at, '', '[]', '{}', ${madeAt}, 'ana', ${madeAt}, 'ana' from numbers`,
      )
      .execute(),
  )
  return Array.from({ length: count }, (_, at) => `case-${at}`)
}

/** The columns with the author and the time of a row. */
export const auditColumns = ['created_at', 'created_by', 'updated_at', 'updated_by'] as const

/** The creation time of rows that a statement creates in the store. */
export const madeAt = sql.lit('2026-01-01T00:00:00.000Z')

/** Returns the table `numbers`, whose column `at` counts from 0, as a part of `with recursive`. */
export const numbersTo = (count: number) =>
  sql`numbers(at) as (select 0 union all select at + 1 from numbers where at < ${sql.lit(count - 1)})`

/** Returns the error of an attempt, with the status that the wire would answer. */
export const refusal = async (attempt: Promise<unknown>) => {
  const error = await attempt.then(
    () => new Error('it was not refused'),
    (thrown: unknown) => thrown as Error,
  )
  const { status, issues } = error as { status?: number; issues?: { path: string }[] }
  return { message: error.message, status, paths: issues?.map(({ path }) => path) }
}

/** Wraps a store and counts the statements of its reads. */
export const counting = (store: Store) => {
  const counter = { statements: 0 }
  const count: KyselyPlugin = {
    transformQuery: ({ node }) => {
      counter.statements++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const counted: Store = { ...store, read: (work) => store.read((queries) => work(queries.withPlugin(count))) }
  return { counter, store: counted }
}

// Checks every request and every answer of every test against the contract.
const checked = (api: Api): Api => {
  const copy: Record<string, Record<string, unknown>> = {}
  for (const [noun, verb, row] of endpoints()) {
    const call = api[noun][verb as never] as ApiCall
    copy[noun] ??= {}
    const held = async (request: unknown, options?: CallOptions) => {
      const answer = await call(row.request.parse(request) as Values, options)
      row.response.parse(answer)
      return answer
    }
    copy[noun][verb] = (request: unknown, options?: CallOptions) => {
      const answer = held(request, options)
      // A test that makes several attempts awaits them one after another.
      answer.catch(() => undefined)
      return answer
    }
  }
  return copy as unknown as Api
}
