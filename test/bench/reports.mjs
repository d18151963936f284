// npm run bench:reports [-- --megabytes N] [--node PATH_TO_ANOTHER_NODE …]
// Reads a large JUnit report with `testctl reports read`, and with saxes alone, in turns; then keeps all of its outcomes, as
// a submission does. Prints times, peak memory, and the ratios that the project aims at.
import { execFileSync, spawnSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'rolldown'

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '5' },
    node: { type: 'string', multiple: true, default: [] },
  },
})
const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'testctl-bench-'))
const report = join(folder, 'report.xml')
const cases = Number(values.megabytes) * 5000

/** Writes a report, 5000 cases a megabyte: every hundredth fails with a stack, every fiftieth is skipped, every tenth has a property. */
const writeReport = async () => {
  const file = createWriteStream(report)
  const write = async (text) => file.write(text) || once(file, 'drain')
  await write('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="all">\n')
  for (let from = 0; from < cases; from += 1000) {
    const suite = `com.example.shop.module${from / 1000}`
    const lines = Array.from({ length: Math.min(1000, cases - from) }, (_, at) => caseOf(from + at, suite))
    await write(`<testsuite name="${suite}.CheckoutTest" tests="${lines.length}">\n${lines.join('')}</testsuite>\n`)
  }
  file.end('</testsuites>\n')
  await once(file, 'finish')
}

const caseOf = (number, suite) => {
  const start = `  <testcase name="pays order ${number} with a card &amp; a voucher of five percent, in two parts, and gets an invoice" classname="${suite}.CheckoutTest" time="0.${number % 1000}"`
  if (number % 100 === 0)
    return `${start}>\n    <failure message="expected 200, got 500" type="AssertionError">AssertionError: expected 200, got 500\n${'      at com.example.shop.Checkout.pay(Checkout.java:42)\n'.repeat(8)}</failure>\n  </testcase>\n`
  if (number % 50 === 1) return `${start}>\n    <skipped message="no card reader"/>\n  </testcase>\n`
  if (number % 10 === 2)
    return `${start}>\n    <properties><property name="component" value="shop-${number}"/></properties>\n  </testcase>\n`
  return `${start}/>\n`
}

/** A script that runs the parser alone, on the same chunks of the file, with handlers that do nothing. */
const bare = join(folder, 'bare.cjs')
writeFileSync(
  bare,
  `const { SaxesParser } = require(${JSON.stringify(join(root, 'node_modules/saxes'))})
   const parser = new SaxesParser()
   for (const event of ['opentag', 'closetag', 'text']) parser.on(event, () => {})
   require('node:fs').createReadStream(process.argv[2], 'utf8').on('data', (piece) => parser.write(piece)).on('end', () => parser.close())`,
)

/** A script that holds all outcomes in memory at once, as a submission does. */
const entry = join(folder, 'keeping.ts')
writeFileSync(
  entry,
  `import { readReports } from ${JSON.stringify(join(root, 'src/reports/index.ts'))}
   const { outcomes } = await readReports([process.argv[2]], { stdin: process.stdin, cwd: '/', stop: new AbortController().signal })
   console.log(outcomes.length)`,
)
const keeping = join(folder, 'keeping.mjs')
await build({
  cwd: root,
  input: entry,
  platform: 'node',
  resolve: { modules: [join(root, 'node_modules')] },
  output: { file: keeping, format: 'esm', codeSplitting: false },
})

/** Runs a process. Returns how long it took, in milliseconds, its stdout, and its peak memory, in MiB. */
const run = (node, args) => {
  const began = process.hrtime.bigint()
  const { status, stdout, stderr } = spawnSync(node, ['--require', join(import.meta.dirname, 'memory.cjs'), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: folder },
  })
  const ms = Number((process.hrtime.bigint() - began) / 1_000_000n)
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
  return { ms, stdout, peak: Number(/peak (\d+) MiB/.exec(stderr)[1]) }
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

const measure = (node) => {
  const commands = {
    bare: [bare, report],
    read: [join(root, 'bin/testctl.js'), 'reports', 'read', report],
    kept: [keeping, report],
  }
  const seen = Object.fromEntries(Object.keys(commands).map((name) => [name, []]))
  for (let round = 0; round < Number(values.rounds); round++)
    for (const [name, args] of Object.entries(commands)) seen[name].push(run(node, args))
  const ms = (name) => median(seen[name].map((one) => one.ms))
  const peak = (name) => Math.max(...seen[name].map((one) => one.peak))
  const show = (label, name, more = '') =>
    console.log(
      `  ${label.padEnd(32)} ${String(ms(name)).padStart(6)} ms, peak ${String(peak(name)).padStart(4)} MiB${more}`,
    )
  console.log(`\n${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`)
  show('saxes alone', 'bare')
  const ratio = Math.round((100 * ms('bare')) / ms('read'))
  show('testctl reports read', 'read', `   ${ratio} % of its speed (aim ≥ 60 %, ≤ 256 MiB)`)
  show('all outcomes kept', 'kept', '   (aim ≤ 200 MiB)')
}

try {
  await writeReport()
  console.log(`${(statSync(report).size / 1e6).toFixed(0)} MB of JUnit XML, ${cases} cases`)
  for (const node of [process.execPath, ...values.node]) measure(node)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
