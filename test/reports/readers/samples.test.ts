import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { formats } from '../../../src/reports/known-formats.ts'
import { readIn } from '../linereading.ts'
import { readFiles } from '../reading.ts'
import { examples } from '../../helpers/soak.ts'

const samples = resolve(import.meta.dirname, '../samples')
const contentOf = (file: string) => readFileSync(resolve(samples, file), 'utf8')
const formatOf = (key: string) => formats.find((one) => one.key === key)!

const files: [file: string, key: string][] = [
  ['testng-results.xml', 'testng'],
  ['ctest.xml', 'ctest'],
  ['vitest.sonar.xml', 'sonar'],
  ['cppunit.xml', 'cppunit'],
  ['mochawesome.json', 'mochawesome'],
  ['gtest.json', 'gtest'],
  ['rspec.json', 'rspec'],
  ['robot-output.json', 'robot-json'],
  ['cucumber-messages.ndjson', 'cucumber-messages'],
  ['dart.json', 'dart'],
]
const byLines = new Set(['cucumber-messages', 'dart'])

describe.each(files)('%s', (file, key) => {
  test('is the same in pieces of any size', async () => {
    const content = contentOf(file)
    const whole = await readIn(formatOf(key), content)
    expect(whole.outcomes.length).toBeGreaterThan(0)
    for (const size of [1, 7, 100, 4096]) expect(await readIn(formatOf(key), content, size)).toEqual(whole)
  })

  test('is recognised behind a byte order mark, and by its word', async () => {
    const [asIs] = (await readFiles(['-'], contentOf(file))).reports
    const [marked] = (await readFiles(['-'], `\ufeff${contentOf(file)}`)).reports
    const [named] = (await readFiles(['-'], contentOf(file), { format: key })).reports
    expect(asIs?.format).toBe(formatOf(key).name)
    expect({ ...marked, dropped: marked?.dropped.length }).toEqual({ ...asIs, dropped: asIs?.dropped.length })
    expect(named).toEqual(asIs)
  })

  test('cut off, it is refused with its line, or what is missing is said', async () => {
    const content = contentOf(file).trimEnd()
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: content.length - 2 }), async (end) => {
        const read = await readIn(formatOf(key), content.slice(0, end)).catch((error: unknown) => error as Error)
        if (byLines.has(key)) expect(read).toMatchObject({ dropped: expect.arrayContaining([expect.anything()]) })
        else expect(read).toMatchObject({ exitCode: 2, message: expect.stringMatching(/line \d+/) })
      }),
      examples(15),
    )
  })
})
