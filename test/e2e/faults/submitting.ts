import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../helpers/ports.ts'
import { startRemote } from '../../helpers/remote.ts'
import { soak } from '../../helpers/soak.ts'
import type { World } from '../../helpers/world.ts'

export const key = 'canary-0123456789'

/** The number of results that are submitted. The long form (npm run test:soak) is larger. */
export const count = soak ? 2000 : 100
export const names = Array.from({ length: count }, (_, at) => `Case ${at + 1}`)
export const failing = (at: number) => at % 25 === 0
export const suite = (some: readonly string[]) => `<testsuite name="Shop">${some.join('')}</testsuite>`
export const cases = names.map(
  (name, at) => `<testcase name="${name}">${failing(at) ? '<failure message="no"/>' : ''}</testcase>`,
)

export const submit = 'testctl runs submit report.xml --run WEB-R1 --json'
export const answer = (status: number, headers = {}) => ({ status, headers, body: '{"message":"planted"}' })
export const isUpdate = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path.startsWith('/v1/tests/')

type Place = Pick<World, 'folder' | 'type' | 'remove'>
export type Submitting<Kind extends Place> = Awaited<ReturnType<typeof openSubmitting<Kind>>>

/** Starts a service behind a socket with a run of `count` tests, and creates a machine with a report of them. */
export const openSubmitting = async <Kind extends Place>(create: (env: Record<string, string>) => Promise<Kind>) => {
  const remote = await startRemote(key, undefined, await freePort())
  const machine = await create({ TESTCTL_URL: remote.url, TESTCTL_API_KEY: key })
  const { api } = remote
  const { project } = await api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
  const projectId = project.id
  const created = await Promise.all(
    names.map((name) => api.cases.create({ projectId, name, preconditions: '', steps: [] })),
  )
  const { testRun } = await api.runs.create({ projectId, name: 'Nightly', caseIds: created.map((one) => one.case.id) })
  const runId = testRun.id
  await writeFile(join(machine.folder, 'report.xml'), suite(cases))
  const testsOf = async (testRunId: string) => {
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(count / 1000) }, (_, page) =>
        api.tests.list({ testRunId, limit: 1000, offset: page * 1000, relations: ['comments'] }),
      ),
    )
    return pages.flatMap(({ tests }) => tests)
  }
  return {
    remote,
    machine,
    projectId,
    runId,
    /** The requests that set a result. */
    updates: () => remote.requests.filter(isUpdate),
    testsOf,
    /** Returns the tests whose result differs from that in the report. */
    wrong: async (testRunId = runId) =>
      (await testsOf(testRunId))
        .filter(({ name, result }) => result !== (failing(names.indexOf(name)) ? 'failed' : 'passed'))
        .map(({ name, result }) => `${name}: ${result}`),
    close: async () => {
      await remote.close()
      await machine.remove()
    },
  }
}
