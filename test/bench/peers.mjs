// npm run bench:peers [-- --rounds N]
// Compares testctl serve with json-server, which npx fetches, at the same sort of work, in turns: 32 clients read and update one of
// a thousand tests. json-server keeps everything in memory and writes its file as it goes.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { load, loads, startService } from './serving.mjs'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } })
const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]

const freePort = () =>
  new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => found(port))
    })
  })

const startPeer = async (count) => {
  const folder = mkdtempSync(join(tmpdir(), 'testctl-peer-'))
  const tests = Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    displayId: at + 1,
    name: `Case ${at}`,
    preconditions: '',
    steps: [],
    assignedTo: '',
    result: 'untested',
  }))
  writeFileSync(join(folder, 'db.json'), JSON.stringify({ tests }))
  const port = await freePort()
  const words = ['--yes', 'json-server@0.17.4', '--quiet', '--host', '127.0.0.1', '--port', port, 'db.json']
  const child = spawn('npx', words.map(String), { cwd: folder, stdio: 'ignore', detached: true })
  const url = `http://127.0.0.1:${port}`
  for (let waited = 0; !(await fetch(`${url}/tests/1`).catch(() => undefined))?.ok; waited++) {
    if (waited > 600) throw new Error('json-server did not start')
    await setTimeout(100)
  }
  const stop = () => {
    process.kill(-child.pid)
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, tests, stop }
}

const [service, peer] = await Promise.all([startService(), startPeer(1000)])
const ours = loads(service)
const theirs = {
  reads: peer.tests.map(({ id }) => ({ method: 'GET', path: `/tests/${id}` })),
  updates: peer.tests.map(({ id }, at) => ({
    method: 'PATCH',
    path: `/tests/${id}`,
    headers: { 'content-type': 'application/json' },
    body: `{"result":"${at % 2 ? 'passed' : 'failed'}"}`,
  })),
}
try {
  for (const kind of ['reads', 'updates']) {
    const seen = { testctl: [], 'json-server': [] }
    for (let round = 0; round < Number(values.rounds); round++) {
      seen.testctl.push(await load(service.url, { headers: service.headers, requests: ours[kind] }))
      seen['json-server'].push(await load(peer.url, { requests: theirs[kind] }))
    }
    const rate = (name) => median(seen[name].map((one) => one.rate))
    for (const name of Object.keys(seen))
      console.log(
        `${kind.padEnd(8)} ${name.padEnd(12)} ${Math.round(rate(name)).toString().padStart(7)}/s   p99 ${median(seen[name].map(({ p99 }) => p99))} ms`,
      )
    console.log(`${kind.padEnd(8)} testctl does ${(rate('testctl') / rate('json-server')).toFixed(1)} × as many`)
  }
} finally {
  await service.stop()
  peer.stop()
}
