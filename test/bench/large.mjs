// npm run bench:large [-- --results N]
// Submits a report of 100,000 cases to a store in a file: with cases to create, into another new run, into the first run again;
// then undoes the first submission. Prints the wall time, the processor time and the peak memory of each.
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { environmentFor, folder } from './ground.mjs'

const { values } = parseArgs({ options: { results: { type: 'string', default: '100000' } } })
const count = Number(values.results)
const root = resolve(import.meta.dirname, '../..')
const env = {
  ...environmentFor(`file:${join(folder, 'team.db')}`),
  XDG_CACHE_HOME: folder,
  NODE_DISABLE_COMPILE_CACHE: '1',
}
const report = join(folder, 'report.xml')
const cases = Array.from({ length: count }, (_, at) => {
  const inside = at % 100 === 0 ? '<failure message="no">where it was</failure>' : ''
  return `<testcase name="Test number ${at}" classname="suite.of.tests.Class${at % 500}">${inside}</testcase>`
})
writeFileSync(report, `<testsuite name="Large">${cases.join('\n')}</testsuite>`)

const testctl = (label, ...args) => {
  const preload = ['--require', join(import.meta.dirname, 'usage.cjs')]
  const began = performance.now()
  const { stdout, stderr, status } = spawnSync(process.execPath, [...preload, join(root, 'bin/testctl.js'), ...args], {
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  })
  const used = /^cpu .*$/m.exec(stderr)?.[0] ?? ''
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr.slice(-2000)}`)
  const seconds = (performance.now() - began) / 1000
  if (label) console.log(`  ${label.padEnd(28)} ${seconds.toFixed(1).padStart(5)} s, ${used}`)
  return stdout
}
const submit = (label, ...args) =>
  JSON.parse(testctl(label, 'runs', 'submit', report, ...args, '--json', '--timeout', '10m'))

try {
  testctl('', 'projects', 'create', '--name', 'Web', '--identifier', 'WEB')
  console.log(
    `${count} results of a JUnit report into a store in a file, Node ${process.version}   (aim ≤ 15 s, ≤ 350 MiB)`,
  )
  const { journal } = submit('a new run, cases created', '-p', 'WEB', '--name', 'A', '--create-cases')
  submit('a new run', '-p', 'WEB', '--name', 'B')
  submit('the same run again', '--run', 'WEB-R1')
  testctl('undone', 'runs', 'undo', journal, '--json', '--timeout', '10m')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
