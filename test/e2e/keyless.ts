import { expect } from 'vitest'
import type { Seen } from '../helpers/world.ts'

export const key = 'canary/"0123456789"'

const forms = [
  key,
  'canary',
  encodeURIComponent(key),
  Buffer.from(key).toString('base64'),
  Buffer.from(key).toString('hex'),
]

/** Checks that a text does not contain the key in any encoding. */
export const expectNoKey = (text: string, where: string): void => {
  expect(forms.some((form) => text.includes(form)) ? `${where}: ${text}` : '').toBe('')
}

/** Checks the same of the output of a line and of every file of the machine. */
export const expectNoKeyIn = async (
  machine: { files: () => Promise<Record<string, string>> },
  line: string,
  { stdout, stderr }: Seen,
): Promise<void> => {
  expectNoKey(stdout, `stdout of ${line}`)
  expectNoKey(stderr, `stderr of ${line}`)
  for (const [file, content] of Object.entries(await machine.files())) expectNoKey(content, file)
}
