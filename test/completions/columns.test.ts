import { expect, test } from 'vitest'
import { offered } from './tree.ts'

test.each([
  ['tests list --columns', ['case', 'comments'], ['testRun']],
  ['tests get --columns', ['testRun'], []],
  ['tests set --columns', ['result'], ['testRun', 'comments']],
  ['tests list --sort', ['comments'], ['testRun']],
  ['runs status --columns', ['results', 'gate'], ['milestone']],
  ['cases history --columns', [], ['preconditions']],
])('Tab after %s offers what the command has', async (line, has, lacks) => {
  const words = await offered(`testctl ${line} `)
  expect(words).toEqual(expect.arrayContaining(has))
  for (const name of lacks) expect(words).not.toContain(name)
})
