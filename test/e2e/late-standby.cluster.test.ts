import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFailed, onTestFinished, test as anyTest } from 'vitest'
import { examined } from '../doctor/examined.ts'
import { startPatroni } from '../helpers/patroni.ts'
import { lacks } from '../helpers/programs.ts'
import { clientOf } from './client.ts'
import { createMachine } from './machine.ts'
import { serve } from './serving.ts'

// For what the store keeps of single writes see store/postgres/patroni.cluster.test.ts.

const test = anyTest.skipIf(lacks('patroni', 'etcd', 'pg_ctlcluster'))
const rounds = Number(process.env['TESTCTL_FAILOVERS'] ?? 2)
const late = 'a failover can lose the last answered writes (a standby follows asynchronously)'
const count = 2000

/** Starts a server on a database whose standby follows asynchronously, and checks that `serve` and `doctor` say so. */
const startLate = async () => {
  const patroni = await startPatroni({ isSync: false })
  onTestFinished(patroni.remove)
  onTestFailed(() => console.log(patroni.log()))
  await patroni.settled()
  const machine = await createMachine({ TESTCTL_URL: '', TESTCTL_STORE: patroni.address })
  onTestFinished(machine.remove)
  const server = await serve(machine, '--log-level warn')
  onTestFailed(() => console.log(server.log()))
  await expect.poll(server.log).toContain(late)
  expect((await examined(machine)).checks['database']).toMatchObject({
    status: 'warning',
    message: expect.stringContaining(late),
  })
  const env = { TESTCTL_STORE: undefined, TESTCTL_URL: server.url, TESTCTL_API_KEY: server.key }
  const api = clientOf(server.url, server.key)
  return { patroni, machine, api, start: (line: string) => machine.start(line, { env }) }
}

test(`Patroni moves the database ${rounds} times to an asynchronous standby amid a submission, which says so; the second one completes it`, async () => {
  const { patroni, machine, api, start } = await startLate()
  const { project } = await api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
  const projectId = project.id
  /** Returns the number of cases created plus that of results set until now. */
  const done = async (): Promise<number> => {
    const { testRuns } = await api.runs.list({ projectId, limit: 1000 })
    const { pagination } = await api.cases.list({ projectId, limit: 1 })
    return testRuns.reduce((sum, { results }) => sum + (results?.passed ?? 0), pagination.total)
  }

  for (let round = 0; round < rounds; round++) {
    // Every other round creates cases, and the primary is killed meanwhile. In the other rounds it is killed while results are set.
    const cases = Array.from({ length: count }, (_, at) => `<testcase name="Case ${Math.floor(round / 2)}.${at}"/>`)
    await writeFile(join(machine.folder, 'report.xml'), `<testsuite>${cases.join('')}</testsuite>`)
    const submit = `testctl runs submit report.xml -p WEB --name 'Run ${round}' --create-cases --json`
    const [leader, before] = [await patroni.settled(), await done()]
    const running = start(submit)
    let hasEnded = false
    void running.then(() => (hasEnded = true))
    const reach = async (more: number) => {
      while ((await done()) < before + more && !hasEnded) await sleep(10)
    }
    await reach(200)
    patroni.separate()
    await reach(500)
    patroni.kill(leader)
    const first = await running
    // The exit code varies: the outcome of a create that the failover cut off is unknown, besides what was lost.
    expect({ exitCode: first.exitCode, stderr: first.stderr }).toEqual({
      exitCode: expect.toSatisfy((code) => code !== 0),
      stderr: expect.stringMatching(
        /"message":"(\d+ of 2000 tests were not set|(\d+ cases were created; .*[:;] )?(a case is|cases are) not in the project any more: )/,
      ),
    })
    expect(await start(submit)).toMatchObject({ exitCode: 0, stderr: '' })
  }

  const made = Math.ceil(rounds / 2) * count
  const names = new Set<string>()
  for (let offset = 0; offset < made; offset += 1000)
    for (const { name } of (await api.cases.list({ projectId, limit: 1000, offset })).cases) names.add(name)
  expect(names.size).toBe(made)
  expect(await done()).toBe(made + rounds * count)
  const { testRuns } = await api.runs.list({ projectId, limit: 1000 })
  expect(testRuns.map(({ name, results }) => ({ name, total: results?.total }))).toEqual(
    Array.from({ length: rounds }, (_, round) => ({ name: `Run ${round}`, total: count })),
  )
})
