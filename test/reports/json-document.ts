import { expect } from 'vitest'
import { readJson } from '../../src/reports/json/index.ts'
import type { JsonListener } from '../../src/system/json/scanner.ts'

const pieces = async function* (text: string | Uint8Array, size: number) {
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

type Told = { value: unknown; path: string; line: number }

/** Reads a document and returns the values at the given paths. */
export const read = async (text: string | Uint8Array, paths: readonly string[] = [''], size = 65_536): Promise<Told[]> => {
  const told: Told[] = []
  const listener: JsonListener = {
    begins: (path) => {
      if (paths.includes(path)) return 'take'
      return paths.some((one) => path === '' || one.startsWith(`${path}.`)) ? 'enter' : 'skip'
    },
    takes: (value, path, line) => told.push({ value, path, line }),
    ends: () => {},
  }
  for await (const _none of readJson({ name: 'report.json', chunks: pieces(text, size) }, () => listener));
  return told
}

/** Returns the error for a document that cannot be read. */
export const failure = (
  text: string | Uint8Array,
  paths?: string[],
): Promise<{ message: string; hint: string; exitCode: number }> =>
  read(text, paths).then(
    () => expect.unreachable('it was read'),
    (error) => error,
  )
