import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { everyLine } from '../e2e/lines.ts'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'
import { machinePath, type Seen } from '../helpers/world.ts'
import { parseCsv } from '../output/rfc4180.ts'

// Every command in every output format: its output parses as that format, or the command says why it does not have it.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
  await writeFile(join(world.folder, 'report.xml'), '<testsuites><testcase name="logs in"/></testsuites>')
})
afterEach(() => world.remove())

const lines = (text: string): string[] => text.split('\n').slice(0, -1)
const parseEach = (text: string): void => lines(text).forEach((line) => void JSON.parse(line))
const sameWidth = (records: readonly (readonly unknown[])[]): void =>
  expect(new Set(records.map((record) => record.length)).size).toBe(1)

const forms: Record<string, (text: string) => void> = {
  '--json': (text) => void JSON.parse(text),
  '--ndjson': parseEach,
  '--csv': (text) => sameWidth(parseCsv(text)),
  "--template '<{{}}>'": (text) => lines(text).forEach((line) => expect(line).toBe('<{}>')),
  '--jq .': parseEach,
  '--quiet': (text) => expect(text).not.toContain('\t'),
}

const mayBeEmpty =
  /^testctl (tests list|keys list|runs (status|diff|watch|undo|wait)|milestones status) .*--(quiet|ndjson|template)/

/** Commands without these formats: `exec` runs another program with the streams of this process, `help` prints a page for people. */
const others = /^testctl (exec|help)\b/

const check = (line: string, { stdout, stderr, exitCode }: Seen, parse: (text: string) => void): void => {
  const seen = { line, stdout, stderr, exitCode }
  expect(seen).not.toMatchObject({ exitCode: 1 })
  if ([0, 7, 8].includes(exitCode)) {
    if (!mayBeEmpty.test(line)) expect(seen).not.toMatchObject({ stdout: '' })
    expect(() => parse(stdout), JSON.stringify(seen)).not.toThrow()
  } else {
    expect(seen).toMatchObject({ stdout: '' })
    expect(seen).not.toMatchObject({ stderr: '' })
  }
}

describe('every command', () => {
  test.each(Object.entries(forms))('%s', async (form, parse) => {
    const printed: string[] = []
    for (const plain of everyLine().filter((one) => !others.test(one))) {
      // `-i` prints the status and headers, which are not JSON.
      const line = `${plain.replace(' -i', '')} ${form}`
      const seen = await world.type(line, { env: machinePath })
      check(line, seen, parse)
      if (seen.exitCode === 0) printed.push(plain)
    }
    expect(printed.length).toBeGreaterThan(35)
  })
})
