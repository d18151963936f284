import { expect, test } from 'vitest'
import { sourcesIn } from '../repository/sources.ts'

/** Matches a statement that calls a function which the bundler takes for pure, and does not use the result. TRAPS 28 */
const dropped = /[{}]\n\s*(?:void )?(?:(?:de|en)codeURI(?:Component)?|String|Symbol\.for)\([^\n]*\)\n/

test('a call that the bundler leaves out is found', () => {
  expect('  try {\n    decodeURIComponent(text)\n    return true\n').toMatch(dropped)
  expect('  try {\n    return decodeURIComponent(text)\n').not.toMatch(dropped)
})

test('no source calls for its error alone what the bundler leaves out', async () => {
  const found = (await sourcesIn('src')).filter(({ path, text }) => path.endsWith('.ts') && dropped.test(text))
  expect(found.map(({ path }) => path)).toEqual([])
})
