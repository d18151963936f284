import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { UsageError } from '../../src/errors.ts'
import type { ReportFormat } from '../../src/reports/report-format.ts'
import { gotest } from '../../src/reports/go/index.ts'
import { ndjson } from '../../src/reports/ndjson/index.ts'
import { tap } from '../../src/reports/tap/index.ts'
import { readIn } from './linereading.ts'
import { examples } from '../helpers/soak.ts'
import { character } from '../helpers/character.ts'

const sample = (file: string) => readFileSync(resolve(import.meta.dirname, 'samples', file), 'utf8')

const tapLines = ['ok', 'not ok 1 - a {', '# Subtest: b', '1..2', '1..0 # SKIP', '---', '...', '{', '}', 'Bail out!', 'TAP version 14']
const goActions = ['start', 'run', 'output', 'pass', 'fail', 'skip', 'attr', 'bench', 'build-output', 'build-fail', '']
const goLine = fc
  .record(
    {
      Action: fc.constantFrom(...goActions),
      Package: fc.constantFrom('p', 'q', 1, null),
      Test: fc.constantFrom('A', 'A/b', 'A/b/c', '', {}),
      Output: fc.string(),
      Elapsed: fc.constantFrom(1, -1, 'x'),
    },
    { requiredKeys: ['Action'] },
  )
  .map((event) => JSON.stringify(event))
const ndjsonLine = fc
  .record({ name: fc.constantFrom('a', 1), result: fc.constantFrom('passed', 'no'), suite: fc.jsonValue() }, { requiredKeys: [] })
  .map((record) => JSON.stringify(record))

const kinds: [string, ReportFormat, string, fc.Arbitrary<string>][] = [
  ['TAP of Node.js', tap, sample('node20.tap'), fc.tuple(fc.nat(3), fc.constantFrom(...tapLines)).map(([depth, line]) => '  '.repeat(depth * 2) + line)],
  ['TAP in braces', tap, sample('vitest.tap'), fc.constantFrom(...tapLines)],
  ['go test -json', gotest, sample('go-panic-timeout-build.json'), goLine],
  ['NDJSON', ndjson, '{"name":"ü 🎉","result":"passed"}\n\n{"test":"WEB-T1","result":"failed","comment":"é"}', ndjsonLine],
]

describe('in whatever pieces a report comes, the same is in it', () => {
  test.for(kinds)('%s', async ([, format, content]) => {
    const whole = await readIn(format, content)
    for (const size of [1, 2, 3, 7, 100, 4096]) expect(await readIn(format, content, size)).toEqual(whole)
    const ended = { ...whole, outcomes: whole.outcomes.map((one) => ({ ...one })) }
    expect(await readIn(format, content.replaceAll('\n', '\r\n'))).toEqual(ended)
  })
})

describe('whatever stands in it, nothing but a UsageError comes of it', () => {
  test.for(kinds)('%s', async ([, format, content, line]) => {
    const broken = fc.tuple(fc.nat(content.length), fc.nat(60)).map(([start, length]) => content.slice(0, start) + content.slice(start + length))
    const lines = fc.array(fc.oneof(line, fc.string({ unit: character })), { maxLength: 30 }).map((all) => all.join('\n'))
    await fc.assert(
      fc.asyncProperty(fc.oneof(broken, lines), fc.integer({ min: 1, max: 300 }), async (text, size) => {
        const read = (pieceSize: number) =>
          readIn(format, text, pieceSize).catch((error: unknown) => {
            if (!(error instanceof UsageError)) throw error
            return error.message
          })
        expect(await read(size)).toEqual(await read(65_536))
      }),
      examples(25),
    )
  })

  test('a line without end is refused, not held', async () => {
    const endless = 'x'.repeat(40 * 1024 * 1024)
    for (const format of [tap, gotest, ndjson])
      await expect(readIn(format, endless)).rejects.toMatchObject({ exitCode: 2, message: /line 1 is over \d+ characters/ })
  })
})
