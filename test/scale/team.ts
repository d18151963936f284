import { expect, onTestFinished } from 'vitest'
import { type Answer, type Server, startServers } from './servers.ts'

/** Servers in front of one store, and a project in it. They are stopped after the test, and must stop cleanly. */
export const startTeam = async (store: string, count: number): Promise<{ servers: Server[]; projectId: string }> => {
  const servers = await startServers(store, count)
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.stop()))))
  return { servers, projectId: await createProject(servers[0]!) }
}

/** Makes a project, and gives its id. */
export const createProject = async (server: Server, identifier = 'WEB'): Promise<string> => {
  const body = { name: 'Web', identifier, icon: '', color: '' }
  return idIn(await server.ask('PUT', '/v1/projects', { body }), 'project')
}

/** Does something so often, by so many clients at a time. */
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

/** The id of what was created. */
export const idIn = ({ status, body }: Answer, noun: string): string => {
  expect({ status, body }).toMatchObject({ status: 200 })
  return (body[noun] as { id: string }).id
}

export const caseOf = (name: string) => ({ name, preconditions: '', steps: [] })

/** All cases of a project, as a server lists them. */
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
