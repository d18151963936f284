// npm run bench:submission [-- --node PATH_TO_ANOTHER_NODE …] [--results N]
// Submits a report to a bare service on loopback, in turns with two yardsticks: a bare loop on undici's Pool with as many
// connections, and a shell that calls curl for each result.
import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { environmentFor, folder, startService } from './ground.mjs'

const { values } = parseArgs({
  options: {
    node: { type: 'string', multiple: true, default: [] },
    results: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
  },
})
const count = Number(values.results)
const root = resolve(import.meta.dirname, '../..')
const { url, child: service } = await startService(count)
const env = { ...environmentFor(url), XDG_CACHE_HOME: folder }

const numbers = Array.from({ length: count }, (_, index) => index + 1)
// Tests that pass in one round are skipped in the next, so that every round has every result to set.
const report = (name, inside) => {
  const cases = numbers.map((number) => `<testcase name="Test number ${number} of the run">${inside}</testcase>`)
  writeFileSync(join(folder, name), `<testsuite>${cases.join('\n')}</testsuite>`)
  return join(folder, name)
}
const reports = [report('passed.xml', ''), report('skipped.xml', '<skipped/>')]
const lines = (result) => {
  const file = join(folder, `${result}.ndjson`)
  writeFileSync(file, numbers.map((number) => JSON.stringify({ test: `test-${number}`, result })).join('\n'))
  return file
}
const changes = [lines('passed'), lines('untested')]
const median = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]
const timed = (work) => {
  const began = process.hrtime.bigint()
  work()
  return Number(process.hrtime.bigint() - began) / 1e6
}

const measure = (node) => {
  const times = { submit: [], pool: [], again: [], curl: [] }
  // Each round has its own state folder, so that it finds no journals of earlier rounds.
  const submit = (file, round) =>
    execFileSync(
      node,
      [join(root, 'bin/testctl.js'), 'runs', 'submit', file, '--run', 'WEB-R1', '--skipped', 'untested', '--quiet'],
      { env: { ...env, XDG_STATE_HOME: join(folder, node, String(round)) }, stdio: ['ignore', 'ignore', 'inherit'] },
    )
  const pool = (file) => execFileSync(node, [join(import.meta.dirname, 'undici-loop.mjs'), url, file, '16'], { env })
  const curls = Math.min(200, count)
  const loop = `for i in $(seq ${curls}); do curl -sf -X POST -H 'content-type: application/json' -d '{"result":"passed"}' ${url}/v1/tests/test-$i >/dev/null; done`
  for (let round = 0; round < Number(values.rounds); round++) {
    times.submit.push(timed(() => submit(reports[round % 2], round)))
    times.again.push(timed(() => submit(reports[round % 2], round)))
    times.pool.push(timed(() => pool(changes[round % 2])))
    times.curl.push((timed(() => spawnSync('sh', ['-c', loop])) * count) / curls)
  }
  const [submitted, again, looped, curled] = ['submit', 'again', 'pool', 'curl'].map((name) => median(times[name]))
  // Medians of the ratios of each round, because the machine may be half as fast in one round as in another.
  const [reached, slower] = [times.pool, times.curl].map((all) => median(all.map((ms, at) => ms / times.submit[at])))
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  console.log(`\n${count} results of a JUnit report into a run, Node ${version}`)
  console.log(
    `  testctl runs submit          ${submitted.toFixed(0)} ms, ${Math.round(count / (submitted / 1000))} a second`,
  )
  console.log(`  … the same again             ${again.toFixed(0)} ms (nothing to set)`)
  console.log(
    `  a bare undici Pool loop      ${looped.toFixed(0)} ms; testctl reaches ${(100 * reached).toFixed(0)} %   (aim ≥ 80 %)`,
  )
  console.log(`  a shell loop of curl         ${curled.toFixed(0)} ms; ${slower.toFixed(0)} × slower   (aim ≥ 20 ×)`)
}

try {
  for (const node of [process.execPath, ...values.node]) measure(node)
} finally {
  service.kill()
  rmSync(folder, { recursive: true, force: true })
}
