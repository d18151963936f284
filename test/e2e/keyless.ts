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

/** Sees to it that the key is not in a text, in whatever form. */
export const expectNoKey = (text: string, where: string): void => {
  expect(forms.some((form) => text.includes(form)) ? `${where}: ${text}` : '').toBe('')
}

/** … and neither in what a line printed nor in any file of the machine. */
export const expectNoKeyIn = async (
  machine: { files: () => Promise<Record<string, string>> },
  line: string,
  { stdout, stderr }: Seen,
): Promise<void> => {
  expectNoKey(stdout, `stdout of ${line}`)
  expectNoKey(stderr, `stderr of ${line}`)
  for (const [file, content] of Object.entries(await machine.files())) expectNoKey(content, file)
}
