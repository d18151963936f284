import { expect } from 'vitest'
import { openStore } from '../../src/store/index.ts'
import type { Answer, Server } from '../scale/servers.ts'
import { caseOf, createProject, idIn, inParallel, type Team } from '../scale/team.ts'
import { soak } from '../helpers/soak.ts'

type Shown = { id: string; displayId: number; result: string; assignedTo: string }
type Run = { results: Record<string, number>; tests: Shown[] }

const writers = soak ? 32 : 8
const changes = soak ? 20_000 : 200
const caseCount = 30

// Each change of a test sets both, so that a mixture of two changes is detected.
const pairs = { passed: 'ana', failed: 'ben', inProgress: 'cleo', untested: '' } as const
const names = Object.keys(pairs) as (keyof typeof pairs)[]

/**
 * Lets writers update, add, remove and delete in the same few runs, through several servers on one store. Meanwhile readers check
 * that the counts of a run always equal its tests, and that no test is half changed.
 */
export const raceForCounts = async ({ store, servers }: Team): Promise<void> => {
  const projectId = await createProject(servers[0]!, 'MANY')
  const anyServer = () => pick(servers)
  const cases = Array.from({ length: caseCount }, async (_, at) =>
    idIn(await anyServer().ask('PUT', `/v1/cases/${projectId}`, { body: caseOf(`Case ${at}`) }), 'case'),
  )
  const caseIds = await Promise.all(cases)
  const runs: { id: string; displayId: number }[] = []
  const addRun = async () => {
    const body = { name: 'Nightly', caseIds: some(caseIds) }
    const answer = await anyServer().ask('PUT', `/v1/test-runs/${projectId}`, { body })
    idIn(answer, 'testRun')
    runs.push(answer.body['testRun'] as (typeof runs)[0])
  }
  for (let run = 0; run < 3; run++) await addRun()

  const seen = new Map<number, number>()
  let [answered, tellReaders] = nextAnswer()
  const note = ({ status }: Answer) => {
    seen.set(status, (seen.get(status) ?? 0) + 1)
    tellReaders()
    ;[answered, tellReaders] = nextAnswer()
  }
  const testsOf = async (id: string) =>
    ((await anyServer().ask('GET', `/v1/tests/${id}?limit=1000`)).body['tests'] ?? []) as Shown[]
  const change = async (at: number) => {
    const { id } = pick(runs)
    if (at % 50 === 49) {
      await addRun()
      const [gone] = runs.splice(0, 1)
      return note(await anyServer().ask('DELETE', `/v1/test-runs/${gone!.id}`))
    }
    if (at % 5 === 0) return note(await anyServer().ask('POST', `/v1/test-runs/${id}`, { body: exchange(caseIds) }))
    const test = pick(await testsOf(id))
    if (!test || at % 7 === 0)
      return note(await anyServer().ask('PUT', `/v1/tests/${id}`, { body: { caseId: pick(caseIds) } }))
    if (at % 6 === 0) return note(await anyServer().ask('DELETE', `/v1/tests/${test.id}`))
    const result = pick(names)
    note(await anyServer().ask('POST', `/v1/tests/${test.id}`, { body: { result, assignedTo: pairs[result] } }))
  }

  let done = false
  let looks = 0
  // Waits for the next answer to a writer; until then a reader would see the same again.
  const look = async () => {
    for (; !done; await answered) {
      const { status, body } = await anyServer().ask('GET', shown(pick(runs)))
      if (status === 404) continue
      expect(status).toBe(200)
      checkRun(body['testRun'] as Run)
      looks += 1
    }
  }
  const readers = Promise.all(Array.from({ length: soak ? 4 : 2 }, look))
  // A reader that fails is reported at the end. Until then this prevents an unhandled rejection.
  readers.catch(() => (done = true))
  await inParallel(writers, changes, async (at) => {
    if (!done) await change(at)
  })
  done = true
  tellReaders()
  await readers
  expect(looks).toBeGreaterThan(20)
  // Another writer may have been first: then something is gone, or exists already. Nothing else may go wrong.
  expect([...seen.keys()].filter((status) => ![200, 404, 409].includes(status))).toEqual([])
  expect(seen.get(200)).toBeGreaterThan(changes / 2)
  await checkRows(store)
}

const nextAnswer = () => {
  let tell = (): void => undefined
  const answered = new Promise<void>((resolve) => (tell = resolve))
  return [answered, tell] as const
}

const shown = ({ displayId }: { displayId: number }) => `/v1/test-runs/test-run/MANY-R${displayId}?relations=tests`

/** Checks that a run and its tests, which are in one answer, are of the same moment. */
const checkRun = ({ results, tests }: Run): void => {
  const counted = Object.fromEntries(names.map((name) => [name, tests.filter(({ result }) => result === name).length]))
  expect(results).toEqual({ total: tests.length, ...counted })
  expect(tests.filter(({ result, assignedTo }) => pairs[result as 'passed'] !== assignedTo)).toEqual([])
}

/** Checks that nothing is left of deleted runs, and that the totals and the page indexes agree with the rows. */
const checkRows = async (address: string): Promise<void> => {
  const store = await openStore(address)
  const { runs, tests, spans } = await store.read(async (queries) => ({
    runs: await queries.selectFrom('runs').selectAll().execute(),
    tests: await queries.selectFrom('tests').selectAll().execute(),
    spans: await queries.selectFrom('test_spans').selectAll().execute(),
  }))
  await store.close()
  const there = new Set(runs.map(({ id }) => id))
  expect(tests.filter(({ run_id }) => !there.has(run_id))).toEqual([])
  expect(spans.filter(({ owner_id }) => !there.has(owner_id))).toEqual([])
  for (const run of runs) {
    const own = tests.filter(({ run_id }) => run_id === run.id)
    expect(run.total).toBe(own.length)
    for (const { size, first, held } of spans.filter(({ owner_id }) => owner_id === run.id))
      expect(held).toBe(own.filter((test) => test.display_id >= first && test.display_id < first + size).length)
  }
}

const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)]!
const some = <T>(all: readonly T[]): T[] => all.filter(() => Math.random() < 0.5)
const exchange = (caseIds: readonly string[]) => {
  const caseIdsToAdd = some(caseIds)
  return { caseIdsToAdd, caseIdsToRemove: caseIds.filter((id) => !caseIdsToAdd.includes(id) && Math.random() < 0.5) }
}

/** Sends four changes of the same test at once. One of them as a whole has to be left, and both servers have to show the same. */
export const raceForOneTest = async ({ servers }: Team): Promise<void> => {
  const [one, other] = servers as [Server, Server]
  const projectId = await createProject(one, 'ONE')
  const caseId = idIn(await one.ask('PUT', `/v1/cases/${projectId}`, { body: caseOf('Log in') }), 'case')
  const body = { name: 'Nightly', caseIds: [caseId] }
  const runId = idIn(await one.ask('PUT', `/v1/test-runs/${projectId}`, { body }), 'testRun')
  const [test] = (await one.ask('GET', `/v1/tests/${runId}`)).body['tests'] as [Shown]
  for (let round = 0; round < (soak ? 2000 : 25); round++) {
    const sent = names.map((result, at) =>
      pick(servers).ask('POST', `/v1/tests/${test.id}`, { body: { result, assignedTo: `${round} ${at}` } }),
    )
    const answers = await Promise.all(sent)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const left = await Promise.all(
      [one, other].map(async (server) => (await server.ask('GET', '/v1/tests/test/ONE-T1')).body['test'] as Shown),
    )
    expect(left[0]).toEqual(left[1])
    expect(left[0]!.assignedTo).toBe(`${round} ${names.indexOf(left[0]!.result as 'passed')}`)
    checkCounts(await one.ask('GET', '/v1/test-runs/test-run/ONE-R1'), left[0]!)
  }
}

const checkCounts = ({ body }: Answer, { result }: Shown): void => {
  const { results } = body['testRun'] as Run
  expect(results).toMatchObject({ total: 1, [result]: 1 })
}
