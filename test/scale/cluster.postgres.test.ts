import { tmpdir } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../helpers/postgres.ts'
import { raceForNumbers } from './numbers.ts'
import { startServer } from './servers.ts'
import { caseOf, createProject, idIn, inParallel, listCases, shareTeam, upTo } from './team.ts'
import { patience, soak } from '../helpers/soak.ts'
import { aside } from '../helpers/world.ts'

// Servers in separate processes in front of one PostgreSQL: a client cannot tell which of them answers.

const team = shareTeam(async () => (await createDatabase()).address, soak ? 4 : 3)
const { servers } = team

test('servers on one PostgreSQL give every displayId once', patience, () => raceForNumbers(servers))

test('what one server has answered, every other shows at once', patience, async () => {
  const projectId = await createProject(servers[0]!, 'SHOW')
  await inParallel(6, 60, async (at) => {
    const [writer, reader] = [servers[at % 3]!, servers[(at + 1) % 3]!]
    const caseId = idIn(await writer.ask('PUT', `/v1/cases/${projectId}`, { body: caseOf(`Case ${at}`) }), 'case')
    const named = await reader.ask('POST', `/v1/cases/${caseId}`, { body: { name: `Renamed ${at}` } })
    const { displayId } = named.body['case'] as { displayId: number }
    const { body } = await writer.ask('GET', `/v1/cases/case/SHOW-C${displayId}`)
    expect(body['case']).toMatchObject({ id: caseId, name: `Renamed ${at}` })
    expect((await writer.ask('DELETE', `/v1/cases/${caseId}`)).status).toBe(200)
    expect((await reader.ask('GET', `/v1/cases/case/SHOW-C${displayId}`)).status).toBe(404)
  })
})

test('a key that was revoked is refused by every server within five seconds', patience, async () => {
  const keys = (words: string) => aside(`testctl keys ${words} --store ${team.store}`, { cwd: tmpdir() })
  const key = (await keys('create --name ci')).trim()
  const statuses = () =>
    Promise.all(servers.map(async (server) => (await server.ask('GET', '/v1/projects', { key })).status))
  expect(await statuses()).toEqual(servers.map(() => 200))
  await keys('revoke ci --yes')
  await wait(5000)
  expect(await statuses()).toEqual(servers.map(() => 401))
})

test('a create that is sent to one server and again to another happens once', patience, async () => {
  const projectId = await createProject(servers[0]!, 'ONCE')
  await inParallel(8, 40, async (at) => {
    const request = { body: caseOf(`Case ${at}`), idempotencyKey: `once-${at}` }
    const sent = servers.slice(1).map((server) => server.ask('PUT', `/v1/cases/${projectId}`, request))
    const [one, other] = await Promise.all(sent)
    expect(other).toEqual(one)
  })
  const kept = await listCases(servers[0]!, projectId)
  expect(kept.map(({ displayId }) => displayId)).toEqual(upTo(40))
})

test('a server that is killed midway loses nothing, and the others go on', patience, async () => {
  const others = servers.slice(0, 2)
  const projectId = await createProject(others[0]!, 'KILL')
  const victim = await startServer(team.store, others[0]!.key)
  onTestFinished(async () => void (await victim.stop()))
  const creates = soak ? 5000 : 160
  const elsewhere: number[] = []
  let cut = 0
  let killed: Promise<void> | undefined
  await inParallel(32, creates, async (at) => {
    if (at === Math.floor(creates / 2)) killed = victim.kill()
    const request = { body: caseOf(`Case ${at}`), idempotencyKey: `kill-${at}` }
    const create = (server: typeof victim) => server.ask('PUT', `/v1/cases/${projectId}`, request)
    if (at % 3 === 0) {
      const { status } = await create(victim)
      if (status === 200) return
      cut += 1
    }
    elsewhere.push((await create(others[at % 2]!)).status)
  })
  await killed
  expect(cut).toBeGreaterThan(0)
  expect(elsewhere.filter((status) => status !== 200)).toEqual([])
  const kept = await listCases(others[0]!, projectId)
  expect(kept.map(({ displayId }) => displayId)).toEqual(upTo(creates))
  expect(new Set(kept.map(({ name }) => name)).size).toBe(creates)
})
