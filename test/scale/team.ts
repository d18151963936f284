import { afterAll, beforeAll, expect } from 'vitest'
import { type Answer, type Server, startServers } from './servers.ts'

/** A store, and servers in front of it. */
export type Team = { store: string; servers: Server[] }

/** Starts servers before the first test of a file, and stops them after the last. All tests share them; each has its own project. */
export const shareTeam = (makeStore: () => Promise<string>, count: number): Team => {
  const team: Team = { store: '', servers: [] }
  beforeAll(async () => {
    team.store = await makeStore()
    team.servers.push(...(await startServers(team.store, count)))
  })
  afterAll(async () => void (await Promise.all(team.servers.map((server) => server.stop()))))
  return team
}

/** Makes a project, and returns its id. */
export const createProject = async (server: Server, identifier: string): Promise<string> => {
  const body = { name: 'Web', identifier, icon: '', color: '' }
  return idIn(await server.ask('PUT', '/v1/projects', { body }), 'project')
}

/** Calls `work` `times` times, with `clients` calls at a time. */
export const inParallel = async (
  clients: number,
  times: number,
  work: (at: number) => Promise<void>,
): Promise<void> => {
  let next = 0
  const client = async () => {
    while (next < times) await work(next++)
  }
  await Promise.all(Array.from({ length: clients }, client))
}

/** Returns the id in the answer to a create, which has to have succeeded. */
export const idIn = ({ status, body }: Answer, noun: string): string => {
  expect({ status, body }).toMatchObject({ status: 200 })
  return (body[noun] as { id: string }).id
}

export const caseOf = (name: string) => ({ name, preconditions: '', steps: [] })

/** Returns all cases of a project, as a server lists them. */
export const listCases = async (server: Server, projectId: string) => {
  const found: { displayId: number; name: string }[] = []
  for (;;) {
    const { body } = await server.ask('GET', `/v1/cases/${projectId}?limit=1000&offset=${found.length}`)
    const page = body['cases'] as typeof found
    found.push(...page)
    if (page.length < 1000) return found
  }
}

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
