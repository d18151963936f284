import { expect, test } from 'vitest'
import { readWhole } from '../reading.ts'

const seed = '# random seed: R02Sdd66787c9ba7f7a13e651d91cec4f3b0\n'
const read = async (line: string, before = seed) => (await readWhole(`${before}1..1\n# Start of cart tests\n${line}\n# End of cart tests\n`)).outcomes

test.for<[string, string]>([
  ['', seed],
  [' with a version line', `TAP version 13\n${seed}`],
])('a test of GLib%s has the same name where it failed with a message', async ([, before]) => {
  expect(await read('ok 1 /cart/adds', before)).toMatchObject([{ name: '/cart/adds', result: 'passed' }])
  expect(await read('not ok 1 /cart/adds - 10 is not 9 - or is it?', before)).toMatchObject([{ name: '/cart/adds', result: 'failed', messages: [{ text: '10 is not 9 - or is it?' }] }])
})

test.for<[string, string, string]>([
  ['of a test that passed', 'ok 1 /cart - deep/adds', '/cart - deep/adds'],
  ['without a path', 'not ok 1 cart - adds', 'cart - adds'],
])('a title %s is left as it is', async ([, line, name]) => {
  expect(await read(line)).toMatchObject([{ name }])
})

test('a title of another runner is left as it is', async () => {
  expect(await read('not ok 1 /cart - adds', '')).toMatchObject([{ name: '/cart - adds' }])
})
