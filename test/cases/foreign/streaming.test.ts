import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { openForeign } from '../../../src/cases/foreign/index.ts'
import { loadGherkin } from './reading.ts'

const count = 1000
const text = 'x'.repeat(5000)
const range = (make: (at: number) => string) => Array.from({ length: count }, (_, at) => make(at))

/** Large files in chunks: each has 1,000 cases and over 5 MB. */
const files: Record<string, () => Iterable<string>> = {
  CSV: function* () {
    yield 'ID,Title,Steps,Expected Result\n'
    yield* range((at) => `${at},case ${at},"1. a\n2. ${text}","1. A\n2. B"\n`)
  },
  'TestLink XML': function* () {
    yield '<testsuite name="s">'
    yield* range((at) => `<testcase internalid="${at}" name="case ${at}"><summary>${text}</summary></testcase>`)
    yield '</testsuite>'
  },
  'Xray JSON': function* () {
    yield '{"tests":['
    yield* range(
      (at) => `${at ? ',' : ''}{"testKey":"X-${at}","testInfo":{"summary":"case ${at}","description":"${text}"}}`,
    )
    yield ']}'
  },
}

test.each(Object.entries(files))(
  'cases of %s are there long before the file is read to its end',
  async (kind, pieces) => {
    let read = 0
    const chunks = function* () {
      for (const piece of pieces()) {
        read += piece.length
        yield Buffer.from(piece)
      }
    }
    const stdin = Object.assign(Readable.from(chunks(), { objectMode: false }), { isTTY: false })
    const file = await openForeign(
      '-',
      { stdin, cwd: '/', stop: new AbortController().signal },
      { gherkin: loadGherkin },
    )
    let cases = 0
    let most = 0
    for await (const _ of file.cases) {
      cases += 1
      // Only the bytes that were read but not yet returned as a case can be in memory.
      most = Math.max(most, read - cases * text.length)
    }
    expect({ kind: file.kind, cases }).toEqual({ kind, cases: count })
    expect(most).toBeLessThan(2_000_000)
  },
)
