// npm run bench:cases [-- --cases 1000 --latency 5 --large]
// Times the import and the export of a folder of cases, with a service whose answers are late by --latency milliseconds, and checks
// that prettier finds nothing to change in the exported files. --large reads a folder of 100,000 files, without a service.
import { spawn, spawnSync } from 'node:child_process'
import { createServer, request } from 'node:http'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startService } from './serving.mjs'

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '1000' },
    latency: { type: 'string', default: '5' },
    large: { type: 'boolean' },
  },
})
const program = resolve(import.meta.dirname, '../../bin/testctl.js')
const folder = mkdtempSync(join(tmpdir(), 'testctl-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const steps = Array.from({ length: 5 }, (_, at) => `${at + 1}. Do the thing ${at}\n   **Expected:** It is done\n`).join(
  '',
)
const write = (name, count) => {
  mkdirSync(join(folder, name))
  for (let at = 0; at < count; at++)
    writeFileSync(
      join(folder, name, `case-${at}.md`),
      `---\nfields:\n  area: shop\n---\n\n# Case ${at}\n\n## Preconditions\n\nA user exists.\n\n## Steps\n\n${steps}`,
    )
}

/** Runs a command line, and prints how long it took, its processor time, and its peak memory. */
const time = async (label, words, env = {}) => {
  const start = performance.now()
  const child = spawn(process.execPath, ['--require', resolve(import.meta.dirname, 'usage.cjs'), program, ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (text += data))
  const code = await new Promise((ended) => child.once('close', ended))
  const [usage = ''] = /cpu .* MiB/.exec(text) ?? []
  const line = text.split('\n').find((one) => one !== '' && one !== usage) ?? ''
  console.log(
    `  ${label.padEnd(26)}${((performance.now() - start) / 1000).toFixed(2).padStart(8)} s, ${usage}, exit ${code}  ${line.slice(0, 60)}`,
  )
}

/** Starts a proxy of a service that delays each request by the latency, in milliseconds. */
const startLate = async (url, latency) => {
  const { hostname, port } = new URL(url)
  const server = createServer((from, to) =>
    setTimeout(() => {
      const { method, url: path, headers } = from
      const asked = request({ hostname, port, method, path, headers }, (answer) => {
        to.writeHead(answer.statusCode, answer.headers)
        answer.pipe(to)
      })
      from.pipe(asked)
    }, latency),
  )
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() }
}

if (values.large) {
  write('large', 100_000)
  console.log('100,000 files:')
  await time('cases lint', ['cases', 'lint', 'large', '--jq', 'length'])
  const env = { TESTCTL_URL: `file:${folder}/team.db` }
  await time('projects create', ['projects', 'create', '--name', 'Web', '--identifier', 'WEB'], env)
  await time('cases import --dry-run', ['cases', 'import', 'large', '-p', 'WEB', '--dry-run'], env)
} else {
  const service = await startService({ tests: 0 })
  const late = await startLate(service.url, Number(values.latency))
  const env = { TESTCTL_URL: late.url, TESTCTL_API_KEY: service.headers['x-api-key'] }
  const p = ['-p', service.identifier]
  console.log(`${values.cases} cases, ${values.latency} ms a request:`)
  write('cases', Number(values.cases))
  await time('import', ['cases', 'import', 'cases', ...p], env)
  await time('import again', ['cases', 'import', 'cases', ...p], env)
  spawnSync(
    'sed',
    ['-i', 's/^# /# My /', ...Array.from({ length: Number(values.cases) }, (_, at) => `cases/case-${at}.md`)],
    { cwd: folder },
  )
  await time('import, all changed', ['cases', 'import', 'cases', ...p], env)
  await time('export', ['cases', 'export', 'out', ...p], env)
  await time('export again', ['cases', 'export', 'out', ...p], env)
  const checked = spawnSync('npx', ['--yes', 'prettier@3', '--check', 'out'], { cwd: folder, encoding: 'utf8' })
  console.log(`  prettier --check: exit ${checked.status}  ${checked.stdout.trim().split('\n').at(-1)}`)
  late.stop()
  await service.stop()
}
