// npm run bench:completion [-- --node PATH_TO_ANOTHER_NODE …] [--pairs N]
// Times answers to a Tab against bare node, and commands that save names for Tab against the same that do not, in pairs that take
// turns. Prints the median of the ratios of the pairs, which depends less on other load on the machine than the times.
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { environmentFor, folder as home } from './ground.mjs'

const { values } = parseArgs({
  options: { node: { type: 'string', multiple: true, default: [] }, pairs: { type: 'string', default: '60' } },
})
const { CI: _, ...own } = environmentFor(`file:${join(home, 'team.db')}`)
const env = { ...own, HOME: home, XDG_CACHE_HOME: join(home, 'cache') }
const binary = resolve(import.meta.dirname, '../../bin/testctl.js')
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

const time = (node, args, more) => {
  const start = process.hrtime.bigint()
  const { status } = spawnSync(node, args, { env: { ...env, ...more }, stdio: 'ignore' })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`)
  return Number(process.hrtime.bigint() - start) / 1e6
}

/** Times two commands that take turns. Returns the median time of each, and the median ratio of their pairs. */
const pair = (one, other, pairs = Number(values.pairs)) => {
  for (let warm = 0; warm < 3; warm++) {
    one()
    other()
  }
  const times = Array.from({ length: pairs }, (_, at) => (at % 2 ? [other(), one()].reverse() : [one(), other()]))
  return {
    one: median(times.map(([ms]) => ms)),
    other: median(times.map(([, ms]) => ms)),
    ratio: median(times.map(([ms, than]) => ms / than)),
  }
}

const show = (label, { one, other, ratio }, aim) =>
  console.log(
    `  ${label.padEnd(44)} ${one.toFixed(1).padStart(6)} ms beside ${other.toFixed(1)} ms: ${ratio.toFixed(3)} × (aim ${aim})`,
  )

/** Creates a service with a project, and a cache with a thousand names of each noun, as earlier command lines leave it. */
const furnish = () => {
  const run = (...args) =>
    execFileSync(process.execPath, [binary, ...args], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  run('projects', 'create', '--name', 'Web', '--identifier', 'WEB')
  const cases = Array.from({ length: 100 }, (_, at) => `<testcase name="Case ${at}"/>`).join('')
  writeFileSync(join(home, 'report.xml'), `<testsuites>${cases}</testsuites>`)
  run('runs', 'submit', join(home, 'report.xml'), '--name', 'Nightly', '--create-cases', '-p', 'WEB')
  const names = join(home, 'cache/testctl/names')
  const [folder] = readdirSync(names).map((name) => join(names, name))
  for (const [noun, letter] of Object.entries({ cases: 'C', runs: 'R', tests: 'T', milestones: 'M' })) {
    const lines = Array.from(
      { length: 1000 },
      (_, at) => `WEB-${letter}${1000 - at}\tA name as long as names usually are\n`,
    )
    writeFileSync(join(folder, `${noun}-WEB`), lines.join(''), { mode: 0o600 })
  }
}

furnish()
for (const node of [process.execPath, ...values.node]) {
  console.log(`\nNode ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`)
  const tab =
    (...words) =>
    () =>
      time(node, [binary, '__complete', '--', ...words])
  const bare = () => time(node, ['-e', '0'])
  show('Tab: te', pair(tab('te'), bare), '≤ 1.5')
  show('Tab: tests get WEB-T1, of 1,000', pair(tab('tests', 'get', 'WEB-T1'), bare), '≤ 1.5')
  show('Tab: comments create, of 2,000', pair(tab('comments', 'create', ''), bare), '≤ 1.5')
  const command = (args, more) => () => time(node, [binary, ...args], more)
  const without = { CI: 'true' }
  for (const args of [
    ['tests', 'list', 'WEB-R1'],
    ['tests', 'get', 'WEB-T1'],
  ])
    show(`${args.join(' ')}, beside keeping no names`, pair(command(args), command(args, without)), '≤ 1.02')
  let turn = 0
  show(
    'tests get, another each time',
    pair(
      () => time(node, [binary, 'tests', 'get', `WEB-T${1 + (turn++ % 100)}`]),
      () => time(node, [binary, 'tests', 'get', `WEB-T${1 + (turn % 100)}`], without),
    ),
    '≤ 1.02',
  )
}
rmSync(home, { recursive: true, force: true })
