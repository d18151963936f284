import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { formats } from '../../src/reports/known-formats.ts'
import { readReport } from '../../src/reports/index.ts'

const samples = resolve(import.meta.dirname, 'samples')
type Expected = { format: string; cases: number; passed: number; failed: number; skipped: number; flaky: number; dropped: number }
const expected: Record<string, Expected> = JSON.parse(readFileSync(resolve(samples, 'expected.json'), 'utf8'))

describe('what real runners wrote is counted as the runners counted', () => {
  test.for(Object.entries(expected))('%s', async ([file, { format, dropped, ...counts }]) => {
    const report = await readReport(
      { file: resolve(samples, file) },
      { stdin: process.stdin, cwd: samples, stop: new AbortController().signal },
      () => {},
    )
    expect(report).toMatchObject({ format: formats.find(({ key }) => key === format)?.name, ...counts })
    expect(report.dropped).toHaveLength(dropped)
  })

  test('every sample is among them', () => {
    const files = readdirSync(samples).filter((file) => file !== 'README.md' && file !== 'expected.json')
    expect(Object.keys(expected).sort()).toEqual(files.sort())
  })

  test('no sample tells of the machine that it was made on', () => {
    for (const file of readdirSync(samples, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name)))
      expect(readFileSync(resolve(samples, file), 'utf8'), file).not.toMatch(/\/(home|tmp|work|root|Users)\//)
  })
})
