import { expect } from 'vitest'
import type { Server } from './servers.ts'
import { caseOf, createProject, idIn, inParallel, listCases, upTo } from './team.ts'
import { soak } from '../helpers/soak.ts'

const clients = 64
const creates = soak ? 10_000 : 130

/** Lets many clients create at once through several servers on one store; every number must be given once, and none left out. */
export const raceForNumbers = async (servers: readonly Server[]): Promise<void> => {
  const projectId = await createProject(servers[0]!, 'RACE')
  const testRun = { name: 'Nightly', caseIds: [] }
  const runId = idIn(await servers[0]!.ask('PUT', `/v1/test-runs/${projectId}`, { body: testRun }), 'testRun')
  const statuses = new Map<number, number>()
  const given = { cases: [] as number[], tests: [] as number[] }
  const numberIn = (body: Record<string, unknown>, noun: string) => (body[noun] as { displayId: number }).displayId
  await inParallel(clients, creates, async (at) => {
    const server = servers[at % servers.length]!
    const made = await server.ask('PUT', `/v1/cases/${projectId}`, { body: caseOf(`Case ${at}`) })
    statuses.set(made.status, (statuses.get(made.status) ?? 0) + 1)
    if (made.status !== 200) return
    given.cases.push(numberIn(made.body, 'case'))
    // Through another server than the one that made the case.
    const other = servers[(at + 1) % servers.length]!
    const placed = await other.ask('PUT', `/v1/tests/${runId}`, { body: { caseId: idIn(made, 'case') } })
    statuses.set(placed.status, (statuses.get(placed.status) ?? 0) + 1)
    if (placed.status === 200) given.tests.push(numberIn(placed.body, 'test'))
  })
  const inOrder = (numbers: number[]) => numbers.toSorted((one, other) => one - other)
  expect([...statuses]).toEqual([[200, 2 * creates]])
  expect(inOrder(given.cases)).toEqual(upTo(creates))
  expect(inOrder(given.tests)).toEqual(upTo(creates))
  const kept = await listCases(servers[1]!, projectId)
  expect(kept.map(({ displayId }) => displayId)).toEqual(upTo(creates))
}
