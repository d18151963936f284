// npm run bench:binary [-- --rounds N] [--serve]
// Times the single-file program, testctl on Node, gh and bare node in turns with hyperfine: wall time, and processor time, which
// depends less on other load on the machine. They ask one `testctl serve` on Node. With --serve, compares both programs as servers
// instead.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fileOf, here, makeBinary } from '../../bin/binaries.mjs'
import { environmentFor, folder } from './ground.mjs'
import { load, loads, onNode, startService } from './serving.mjs'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' }, serve: { type: 'boolean' } } })
const rounds = Number(values.rounds)
const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]

await makeBinary(here(), folder)
const binary = join(folder, fileOf(here()))

/** Returns the median wall time and processor time, in milliseconds, of several commands that take turns. */
const race = (commands, env) => {
  const seen = Object.fromEntries(Object.keys(commands).map((name) => [name, { wall: [], cpu: [] }]))
  const report = join(folder, 'times.json')
  for (let round = 0; round < rounds; round++) {
    const words = ['-N', '--warmup', '2', '--runs', '10', '--export-json', report, ...Object.values(commands)]
    execFileSync('hyperfine', words, { env, stdio: ['ignore', 'ignore', 'ignore'] })
    const { results } = JSON.parse(readFileSync(report, 'utf8'))
    for (const [at, name] of Object.keys(commands).entries()) {
      seen[name].wall.push(...results[at].times.map((seconds) => seconds * 1000))
      seen[name].cpu.push((results[at].user + results[at].system) * 1000)
    }
  }
  return Object.fromEntries(
    Object.entries(seen).map(([name, { wall, cpu }]) => [name, { wall: median(wall), cpu: median(cpu) }]),
  )
}

const processes = async () => {
  const service = await startService({ tests: 100 })
  const { url, identifier, headers } = service
  const own = {
    TESTCTL_API_KEY: headers['x-api-key'],
    XDG_CACHE_HOME: join(folder, 'cache'),
    GH_TOKEN: 'bench',
    NO_COLOR: '1',
  }
  const env = { ...environmentFor(url), ...own }
  const team = `file:${join(folder, 'team.db')}`
  const seed = (...words) => execFileSync(binary, words, { env: { ...env, TESTCTL_URL: team }, stdio: 'ignore' })
  seed('projects', 'create', '--name', 'Web', '--identifier', 'WEB')
  for (let at = 0; at < 20; at++) seed('cases', 'create', '-p', 'WEB', '--name', `Case ${at}`)
  seed('runs', 'create', '-p', 'WEB', '--name', 'Nightly', '--all-cases')
  const lines = (program) => ({
    version: `${program} --version`,
    set: `${program} tests set ${identifier}-T12 passed`,
    tab: `${program} __complete -- tests get ''`,
    list: `env TESTCTL_URL=${team} ${program} tests list WEB-R1`,
  })
  const named = (prefix, all) => Object.fromEntries(Object.entries(all).map(([name, line]) => [prefix + name, line]))
  const hasGh = spawnSync('gh', ['--version'], { stdio: 'ignore' }).status === 0
  const api = `gh api -H x-api-key:${headers['x-api-key']} ${url}/v1/tests/test/${identifier}-T12`
  const seen = race(
    {
      ...named('one ', lines(binary)),
      ...named('node ', lines(onNode.join(' '))),
      bare: `${process.execPath} -e 0`,
      ...(hasGh && { ghVersion: 'gh --version', ghApi: api }),
    },
    env,
  )
  await service.stop()
  const show = (label, name, of, aim = '') => {
    const [one, other] = [seen[`one ${name}`], seen[of]]
    if (!other) return
    const ratio = (kind) => `${(one[kind] / other[kind]).toFixed(2)} ×`
    const times = `${one.wall.toFixed(1)} ms, ${one.cpu.toFixed(1)} of processor`
    console.log(`${label.padEnd(42)} ${times.padEnd(34)} ${ratio('wall')} wall, ${ratio('cpu')} processor ${aim}`)
  }
  show('--version, beside gh --version', 'version', 'ghVersion', '(aim ≤ 0.4)')
  show('tests set, beside gh api one GET', 'set', 'ghApi', '(aim ≤ 1.0)')
  show('Tab, beside node -e 0', 'tab', 'bare', '(aim ≤ 0.6)')
  for (const [name, label] of Object.entries({
    version: '--version',
    set: 'tests set',
    tab: 'Tab',
    list: 'tests list, a file',
  }))
    show(`${label}, beside testctl on Node`, name, `node ${name}`)
}

const serving = async () => {
  const memory = (pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  for (const [name, program] of Object.entries({ 'on Node': onNode, 'one file': [binary] })) {
    const service = await startService({ program, tests: 200 })
    const { updates, reads } = loads(service)
    const options = { headers: service.headers, seconds: 4 }
    const rates = { reads: [], updates: [] }
    for (let round = 0; round < Math.min(rounds, 3); round++)
      for (const [kind, requests] of Object.entries({ reads, updates })) {
        const { rate, p99, failed } = await load(service.url, { ...options, requests })
        rates[kind].push({ rate, p99, failed })
      }
    const said = Object.entries(rates).map(([kind, all]) => {
      const of = (field) => median(all.map((one) => one[field]))
      return `${Math.round(of('rate'))} ${kind}/s (p99 ${of('p99')} ms, ${of('failed')} failed)`
    })
    console.log(`serve, ${name.padEnd(10)} ${said.join(', ')}, ${memory(service.pid).toFixed(0)} MB at most`)
    await service.stop()
  }
}

await (values.serve ? serving() : processes())
rmSync(folder, { recursive: true, force: true })
