// npm run bench [-- --node PATH_TO_ANOTHER_NODE …] [--rounds N] [--start]
// Times whole processes in turns with hyperfine, and prints the ratios that the project aims at; with --start only those of starts.
// The figures are medians of processor time and wall time. A ratio is the median of the ratios of all rounds, because the machine
// may be half as fast in one round as in another. Single commands ask a real `testctl serve` with all its headers, because what V8
// does with a parser depends on how much there is to parse. Starts differ between versions of Node.js, so every supported one
// should be timed.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packCode } from '../../bin/compile.mjs'
import { environmentFor, folder, startService as startStub } from './ground.mjs'
import { startService } from './serving.mjs'

const { values } = parseArgs({
  options: {
    node: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '20' },
    start: { type: 'boolean' },
  },
})
const root = resolve(import.meta.dirname, '../..')
/** A copy of testctl as it is published, with compiled code for each of these versions of Node.js. */
const packaged = join(folder, 'package')
for (const part of ['package.json', 'bin', 'dist', 'src/demo'])
  cpSync(join(root, part), join(packaged, part), { recursive: true })
await packCode(packaged, values.node)
rmSync(join(packaged, 'dist/code'), { recursive: true, force: true })
const [service, { url: largeUrl, child: large }] = await Promise.all([startService({ tests: 100 }), startStub(100_000)])
const { url, identifier, ids } = service
const apiKey = service.headers['x-api-key']
const env = { ...environmentFor(url), TESTCTL_API_KEY: apiKey, GH_TOKEN: 'bench', NO_COLOR: '1' }
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

/** Returns the times, in ms, of commands that take turns: each once, then each again. `prepare` has lines to run before some of them. */
const race = (commands, { rounds = Number(values.rounds), environment = env, prepare = {} } = {}) => {
  const names = Object.keys(commands)
  const seen = Object.fromEntries(names.map((name) => [name, []]))
  const report = join(folder, 'times.json')
  const preparations = names.flatMap((name) => ['--prepare', prepare[name] ?? 'true'])
  for (let round = -1; round < rounds; round++) {
    execFileSync(
      'hyperfine',
      ['-N', '--runs', '1', ...preparations, '--export-json', report, ...Object.values(commands)],
      { env: environment, stdio: ['ignore', 'ignore', 'ignore'] },
    )
    const { results } = JSON.parse(readFileSync(report, 'utf8'))
    // The first round fills the caches.
    if (round >= 0) names.forEach((name, index) => seen[name].push(results[index]))
  }
  const of = (read) => Object.fromEntries(names.map((name) => [name, seen[name].map((one) => read(one) * 1000)]))
  return { wall: of(({ mean }) => mean), cpu: of(({ user, system }) => user + system) }
}

/** Compares the times of two commands in each round. Returns the median of the results. */
const pairs = (times, name, other, compare) => median(times[name].map((time, at) => compare(time, times[other][at])))
const ratioOf = (times, name, other) => pairs(times, name, other, (one, two) => one / two)

const show = (label, { cpu, wall }, name, of, aim) => {
  const ratio = of
    ? `${ratioOf(cpu, name, of.key).toFixed(2)} × ${of.name} (${ratioOf(wall, name, of.key).toFixed(2)})`
    : ''
  const ms = [cpu, wall].map((times) => median(times[name]).toFixed(1).padStart(8)).join('')
  console.log(`  ${label.padEnd(34)}${ms}   ${ratio}${of && aim ? `   aim ${aim}` : ''}`)
}

const has = (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0

const startUp = (node) => {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  const testctl = `${node} ${join(root, 'bin/testctl.js')}`
  const published = `${node} ${join(packaged, 'bin/testctl.js')}`
  const team = `file:${join(folder, `team-${version}.db`)}`
  const seed = (args) =>
    execFileSync(node, [join(root, 'bin/testctl.js'), ...args], {
      env: { ...env, TESTCTL_URL: team },
      encoding: 'utf8',
    })
  seed(['projects', 'create', '--name', 'Web', '--identifier', 'WEB'])
  for (let index = 0; index < 20; index++) seed(['cases', 'create', '-p', 'WEB', '--name', `Case ${index}`])
  seed(['runs', 'create', '-p', 'WEB', '--name', 'Nightly', '--all-cases'])
  console.log(`\nWhole processes, Node ${version}: ms of the processor, and of the clock`)
  const [warm, cold] = ['warm', 'cold'].map((name) => join(folder, `${name}-${version}`))
  const commands = {
    bare: `${node} -e 0`,
    version: `${testctl} --version`,
    help: `${testctl} --help`,
    ...(has('gh') && {
      ghHelp: 'gh --help',
      ghApi: `gh api -H x-api-key:${apiKey} ${url}/v1/tests/test/${identifier}-T12`,
    }),
    update: `${testctl} tests update ${ids[11]} --result passed`,
    set: `${testctl} tests set ${identifier}-T12 passed`,
    warm: `env XDG_CACHE_HOME=${warm} ${published} tests set ${identifier}-T12 passed`,
    cold: `env XDG_CACHE_HOME=${cold} ${published} tests set ${identifier}-T12 passed`,
    tab: `${testctl} __complete -- tests s`,
    list: `${testctl} tests list ${identifier}-R1`,
    nothing: `env TESTCTL_URL=${team} ${testctl} --version`,
    embedded: `env TESTCTL_URL=${team} ${testctl} tests list WEB-R1`,
    embeddedSet: `env TESTCTL_URL=${team} ${testctl} tests set WEB-T12 passed`,
  }
  const times = race(commands, { prepare: { cold: `rm -rf ${cold}` } })
  const bare = { key: 'bare', name: 'node -e 0' }
  const gh = (name, key) => (commands[key] ? { key, name } : undefined)
  show('node -e 0', times, 'bare')
  show('testctl --version', times, 'version', bare, '≤ 1.30')
  show('testctl --help', times, 'help', gh('gh --help', 'ghHelp') ?? bare, '≤ 0.80')
  show('tests update ID --result passed', times, 'update', gh('gh api GET', 'ghApi') ?? bare)
  show('tests set WEB-T12 passed', times, 'set', gh('gh api GET', 'ghApi') ?? bare, '≤ 1.30')
  show('of a package, with an empty cache', times, 'cold', { key: 'warm', name: 'warm' }, '≤ 1.30')
  show('tests list (100 rows)', times, 'list', gh('gh api GET', 'ghApi') ?? bare)
  show('a Tab', times, 'tab', bare)
  const over = (name) => `+${pairs(times.cpu, name, 'nothing', (one, two) => one - two).toFixed(1)} ms`
  console.log(
    `  embedded: tests list ${over('embedded')}, tests set ${over('embeddedSet')} of the processor over --version   (list: aim ≤ 22)`,
  )
}

const bulk = (node) => {
  const file = join(folder, 'results.ndjson')
  const lines = Array.from({ length: 10_000 }, (_, index) =>
    JSON.stringify({ test: `test-${index + 1}`, result: 'passed' }),
  )
  writeFileSync(file, `${lines.join('\n')}\n`)
  const testctl = `${node} ${join(root, 'bin/testctl.js')} tests set --from ${file} --quiet`
  const { wall: ms } = race(
    {
      parallel: testctl,
      sequential: `${testctl} --concurrency 1`,
      pool: `${node} ${join(import.meta.dirname, 'undici-loop.mjs')} ${largeUrl} ${file} 16`,
    },
    { rounds: 4, environment: { ...env, TESTCTL_URL: largeUrl } },
  )
  console.log(`\n10,000 results from NDJSON, Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`)
  const rate = (name) => `${Math.round(10_000 / (median(ms[name]) / 1000))} a second`
  console.log(`  testctl tests set --from           ${rate('parallel')}`)
  console.log(
    `  … --concurrency 1                  ${rate('sequential')}   ${ratioOf(ms, 'sequential', 'parallel').toFixed(2)} × slower   (aim ≥ 3)`,
  )
  console.log(
    `  a bare undici Pool loop            ${rate('pool')}   testctl reaches ${(100 * ratioOf(ms, 'pool', 'parallel')).toFixed(0)} %   (aim ≥ 70 %)`,
  )
}

const memory = (node) => {
  console.log('\n100,000 tests listed   (aim ≤ 200 MiB)')
  for (const [label, form] of [
    ['--ndjson', ['--ndjson']],
    ['--json', ['--json']],
    ['tab-separated', []],
  ]) {
    const began = process.hrtime.bigint()
    const { stderr, stdout } = spawnSync(
      node,
      [
        '--require',
        join(import.meta.dirname, 'memory.cjs'),
        join(root, 'bin/testctl.js'),
        'tests',
        'list',
        'WEB-R1',
        ...form,
      ],
      {
        env: { ...env, TESTCTL_URL: largeUrl },
        encoding: 'utf8',
        maxBuffer: 1 << 30,
      },
    )
    const rows = form[0] === '--json' ? JSON.parse(stdout).length : stdout.trim().split('\n').length
    console.log(
      `  ${label.padEnd(16)} ${rows} rows, ${Number((process.hrtime.bigint() - began) / 1_000_000n)} ms, ${stderr.trim()}`,
    )
  }
  // A table needs a terminal, which script(1) provides.
  if (!has('script')) return
  const line = `${node} --require ${join(import.meta.dirname, 'memory.cjs')} ${join(root, 'bin/testctl.js')} tests list WEB-R1 --all`
  const { stdout } = spawnSync('script', ['-qec', line, '/dev/null'], {
    env: { ...env, TESTCTL_URL: largeUrl },
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  })
  console.log(
    `  table            ${stdout.split('\n').filter((row) => row.startsWith('WEB-T')).length} rows, ${/peak .*MiB/.exec(stdout)?.[0]}`,
  )
}

const nodes = [process.execPath, ...values.node]
const majorOf = (node) =>
  Number(execFileSync(node, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' }))
const untimed = [20, 22, 24, 26].filter((major) => !nodes.map(majorOf).includes(major))
if (untimed.length > 0) console.log(`Not timed: Node ${untimed.join(', ')}. Add them with --node PATH.`)

try {
  for (const node of nodes) {
    startUp(node)
    if (values.start) continue
    bulk(node)
    memory(node)
  }
} finally {
  await service.stop()
  large.kill()
  rmSync(folder, { recursive: true, force: true })
}
