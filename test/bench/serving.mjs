// Measures a testctl server next to a bare node:http server that answers a constant, in turns on the same machine.
import { spawn } from 'node:child_process'
import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import autocannon from 'autocannon'

const root = resolve(import.meta.dirname, '../..')
const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]

/** Starts a process, and waits for the JSON that it prints first. Returns the parsed JSON, the process ID and `stop`. */
const start = async (words, program = [process.execPath]) => {
  const [file, ...first] = program
  const child = spawn(file, [...first, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  const line = await new Promise((found, failed) => {
    let text = ''
    child.stdout.on('data', (data) => (text += data).includes('}') && found(text))
    child.once('exit', () => failed(new Error(`${words.join(' ')} ended`)))
  })
  return {
    ...JSON.parse(line),
    pid: child.pid,
    stop: () => new Promise((ended) => child.once('exit', ended).kill('SIGTERM')),
  }
}

/** The command that starts testctl on Node. */
export const onNode = [process.execPath, join(root, 'bin/testctl.js')]

/** Starts `testctl serve` with a run of `tests` tests, on `store` or a new file. */
export const startService = async ({ store, tests = 1000, log = 'silent', program = onNode } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'testctl-bench-'))
  const flags = [
    '--port',
    '0',
    '--json',
    '--log-level',
    log,
    '--rate-limit',
    '0',
    '--store',
    store ?? `file:${folder}/team.db`,
  ]
  const server = await start(['serve', ...flags], program)
  const headers = { 'x-api-key': server.key, 'content-type': 'application/json' }
  const ask = async (method, path, body) => {
    const answer = await fetch(server.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const identifier = `B${Date.now().toString(36).toUpperCase()}`
  const { project } = await ask('PUT', '/v1/projects', { name: 'Bench', identifier, icon: '', color: '' })
  const cases = []
  for (let at = 0; at < tests; at += 50)
    cases.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(50, tests - at) }, (_, next) =>
          ask('PUT', `/v1/cases/${project.id}`, { name: `Case ${at + next}`, preconditions: '', steps: [] }),
        ),
      )),
    )
  const caseIds = cases.map((one) => one.case.id)
  const { testRun } = await ask('PUT', `/v1/test-runs/${project.id}`, { name: 'Bench', caseIds })
  const ids = (await ask('GET', `/v1/tests/${testRun.id}?limit=1000`)).tests.map(({ id }) => id)
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: server.url, pid: server.pid, headers, ask, identifier, project, testRun, ids, stop }
}

/** Starts the bare server, which shows what node:http itself costs for an answer of similar size. */
export const startConstant = () => start([import.meta.filename, 'constant'])

/** Returns the processor time of a process, in microseconds; NaN if there is no /proc. */
const cpuOf = (pid) => {
  try {
    const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const [user, system] = fields.split(' ').slice(11, 13).map(Number)
    return (user + system) * 10_000
  } catch {
    return NaN
  }
}

/** Returns how long the disk takes to make a page durable, in milliseconds. No commit is faster. */
export const syncTime = () => {
  const folder = mkdtempSync(join(tmpdir(), 'testctl-bench-'))
  const file = openSync(join(folder, 'log'), 'w')
  const times = Array.from({ length: 100 }, () => {
    const began = performance.now()
    writeSync(file, Buffer.alloc(4096))
    fdatasyncSync(file)
    return performance.now() - began
  })
  closeSync(file)
  rmSync(folder, { recursive: true })
  return median(times)
}

/**
 * Loads a server for so many seconds. Returns requests a second, latencies in milliseconds, the number of failures, and the processor
 * time per request, in microseconds, of the server with this `pid`. Only that time stays the same on a busy machine.
 */
export const load = async (url, { requests, headers, pid, clients = 32, seconds = 4 }) => {
  const before = cpuOf(pid)
  const seen = await autocannon({ url, headers, connections: clients, duration: seconds, requests })
  const { average: rate, total } = seen.requests
  const { p50, p99 } = seen.latency
  return { rate, p50, p99, failed: seen.non2xx + seen.errors, cpu: (cpuOf(pid) - before) / total }
}

/** The loads that the project has aims for, and a page of a list. */
export const loads = ({ ids, identifier, testRun }) => ({
  pages: [{ method: 'GET', path: `/v1/tests/${testRun.id}?limit=50` }],
  updates: ids.map((id, at) => ({
    method: 'POST',
    path: `/v1/tests/${id}`,
    body: `{"result":"${at % 2 ? 'passed' : 'failed'}"}`,
  })),
  reads: ids.map((_, at) => ({ method: 'GET', path: `/v1/tests/test/${identifier}-T${at + 1}` })),
})

/** Compares a service with the constant, in rounds. */
export const compare = async ({ rounds = 3, clients = 32, seconds = 4 } = {}) => {
  const [service, constant] = await Promise.all([startService(), startConstant()])
  const { updates, reads, pages } = loads(service)
  const results = { updates: [], reads: [], pages: [], constant: [] }
  const options = { clients, seconds }
  const ofService = { ...options, headers: service.headers, pid: service.pid }
  for (let round = 0; round < rounds; round++) {
    const nothing = [{ method: 'GET', path: '/' }]
    results.constant.push(await load(constant.url, { ...options, pid: constant.pid, requests: nothing }))
    results.reads.push(await load(service.url, { ...ofService, requests: reads }))
    results.pages.push(await load(service.url, { ...ofService, requests: pages }))
    results.updates.push(await load(service.url, { ...ofService, requests: updates }))
  }
  await Promise.all([service.stop(), constant.stop()])
  return Object.fromEntries(
    Object.entries(results).map(([name, all]) => [
      name,
      Object.fromEntries(
        ['rate', 'p50', 'p99', 'failed', 'cpu'].map((field) => [field, median(all.map((one) => one[field]))]),
      ),
    ]),
  )
}

if (process.argv[2] === 'constant') {
  const body = JSON.stringify({ test: { id: 'x', name: 'x'.repeat(400) } })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const server = createServer((_, answer) => answer.writeHead(200, headers).end(body))
  server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })))
  process.once('SIGTERM', () => process.exit(0))
}
