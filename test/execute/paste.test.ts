import { expect, test } from 'vitest'
import type { Typed } from '../../src/execute/keys/key.ts'
import { createPasteReader } from '../../src/execute/keys/paste.ts'

test.each([
  ['as terminals paste them', '\r'],
  ['as a text from Windows has them', '\r\n'],
  ['as they are in a file', '\n'],
])('a paste has its lines once, %s', (_, end) => {
  const typed: Typed[] = []
  const read = createPasteReader((one) => typed.push(one))
  read(undefined, { name: 'paste-start' })
  for (const sign of `first${end}second`) read(sign, { sequence: sign })
  read(undefined, { name: 'paste-end' })
  expect(typed).toEqual([{ type: 'paste', text: 'first\nsecond' }])
})
