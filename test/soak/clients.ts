import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, ask, type Asked } from '../scale/servers.ts'
import { caseOf, idIn } from '../scale/team.ts'

type Address = { url: string; key: string }
/**
 * A test that only one client changes, with the values that may be stored: the last change that was answered, and those that got no
 * answer, which a busy server may carry out even after later ones.
 */
type OwnTest = { id: string; answered: string; unanswered: string[] }

const results = ['passed', 'failed', 'inProgress', 'untested'] as const
const testsEach = 50

/**
 * Starts clients that each change tests of their own, read what others change, add and delete runs, and break the rules. `end`
 * stops them, and returns the answered changes that are not stored.
 */
export const startClients = async ({ url, key }: Address, count: number) => {
  const call = (method: string, path: string, asked: Asked = {}) => ask(method, url + path, { key, ...asked })
  const projectId = idIn(
    await call('PUT', '/v1/projects', { body: { name: 'Web', identifier: 'WEB', icon: '', color: '' } }),
    'project',
  )
  const caseIds: string[] = []
  for (let at = 0; at < testsEach; at++)
    caseIds.push(idIn(await call('PUT', `/v1/cases/${projectId}`, { body: caseOf(`Case ${at}`) }), 'case'))
  const answers: Record<number, number> = {}
  const lost: { id: string; answered: string; stored: string | undefined }[] = []
  let isEnding = false

  const startRun = async (name: string) =>
    idIn(await call('PUT', `/v1/test-runs/${projectId}`, { body: { name, caseIds } }), 'testRun')
  const testsOf = async (runId: string) =>
    (await call('GET', `/v1/tests/${runId}?limit=1000`)).body['tests'] as { id: string; assignedTo: string }[]

  const work = async (client: number): Promise<void> => {
    const runId = await startRun(`Client ${client}`)
    const own: OwnTest[] = (await testsOf(runId)).map(({ id }) => ({ id, answered: '', unanswered: [] }))
    const note = ({ status }: Answer) => void (answers[status] = (answers[status] ?? 0) + 1)
    const change = async (turn: number) => {
      const test = pick(own)
      const body = { result: pick(results), assignedTo: `${client}.${turn}` }
      const signal = turn % 20 === 0 ? AbortSignal.timeout(Math.ceil(Math.random() * 20)) : undefined
      const answer = await call('POST', `/v1/tests/${test.id}`, { body, signal })
      note(answer)
      if (answer.status === 200) test.answered = body.assignedTo
      else test.unanswered.push(body.assignedTo)
    }
    const turns: (() => Promise<void>)[] = [
      async () => note(await call('GET', `/v1/tests/${runId}?limit=50`)),
      async () => note(await call('GET', '/v1/test-runs/test-run/WEB-R1?relations=tests')),
      async () => note(await call('GET', `/v1/cases/${projectId}?limit=20`)),
      async () => note(await call('GET', '/v1/projects?relations=testRuns')),
      async () => {
        const id = await startRun(`Client ${client}, for a moment`)
        note(await call('DELETE', `/v1/test-runs/${id}`))
      },
      async () => note(await call('GET', '/v1/projects', { key: 'tk_wrong' })),
      async () => note(await call('PUT', '/v1/projects', { body: { name: 1 } })),
      async () =>
        breakOff(
          url,
          `POST /v1/tests/${pick(own).id} HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-length: 500\r\n\r\n{`,
        ),
      async () => breakOff(url, 'GET /v1/projects HTTP/1.1\r\nhost:'),
      async () => breakOff(url, 'nonsense\r\n\r\n'),
      async () => breakOff(url, `GET /v1/projects HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n\r\n`),
    ]
    for (let turn = 0; !isEnding; turn++) await (turn % 2 === 0 ? change(turn) : pick(turns)())
    const stored = new Map((await testsOf(runId)).map(({ id, assignedTo }) => [id, assignedTo]))
    for (const { id, answered, unanswered } of own)
      if (![answered, ...unanswered].includes(stored.get(id)!)) lost.push({ id, answered, stored: stored.get(id) })
  }
  const working = Promise.all(Array.from({ length: count }, (_, client) => work(client)))
  // `end` reports a client that fails. Until then this prevents an unhandled rejection.
  working.catch(() => (isEnding = true))
  return {
    /** The number of answers with each status until now. Status 0 counts requests that got no answer. */
    answers,
    end: async () => {
      isEnding = true
      await working
      return { lost }
    },
  }
}

const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)]!

/** Sends the beginning of a request, and disconnects within 50 ms. */
const breakOff = async (url: string, beginning: string): Promise<void> => {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
  socket.write(beginning)
  await sleep(Math.random() * 50)
  socket.destroy()
}
