import { expect, test } from 'vitest'
import { readWhole } from '../reading.ts'

const read = async (line: string) => (await readWhole(`1..1\n${line}\n# ok - shop\n`)).outcomes

test.for<[string, string]>([
  ['setup', 'Could not run test: Test setup failed'],
  ['teardown', 'Could not run test: Test teardown failed'],
])('a test of cmocka whose %s failed has the name that it has when it passes', async ([, said]) => {
  expect(await read(`not ok 1 - adds ${said}`)).toMatchObject([{ name: 'adds', result: 'failed', messages: [{ text: said }] }])
  expect(await read('ok 1 - adds')).toMatchObject([{ name: 'adds', result: 'passed' }])
})

test.for<[string, string, string]>([
  ['of a test that passed', 'ok 1 - says Could not run test: Test setup failed', 'says Could not run test: Test setup failed'],
  ['with another end', 'not ok 1 - says Could not run test: no shop', 'says Could not run test: no shop'],
])('a title %s is left as it is', async ([, line, name]) => {
  expect(await read(line)).toMatchObject([{ name }])
})
