import { describe, expect, test } from 'vitest'
import { readWhole } from '../reading.ts'

const read = async (line: string) => (await readWhole(`${line}\n1..1\n`)).outcomes

describe('a test of Check has the same name', () => {
  test.for<[string, string, object]>([
    ['where it passed', 'ok 1 - cart.c:core:adds: Passed', { result: 'passed', messages: [] }],
    ['where it failed', "not ok 1 - cart.c:core:adds: Assertion 'a == 1' failed: a == 2, 1 == 1", { result: 'failed', messages: [{ text: "Assertion 'a == 1' failed: a == 2, 1 == 1" }] }],
    ['where its process was killed', 'not ok 1 - cart.c:core:adds: Received signal 11 (Segmentation fault)', { result: 'failed', messages: [{ text: 'Received signal 11 (Segmentation fault)' }] }],
    ['where it says what looks like a directive', 'not ok 1 - cart.c:core:adds: no total # TODO on the page', { result: 'failed', messages: [{ text: 'no total # TODO on the page' }] }],
    ['where it says nothing else', 'not ok 1 - cart.c:core:adds: # SKIP', { result: 'failed', messages: [{ text: '# SKIP' }] }],
  ])('%s', async ([, line, expected]) => {
    expect(await read(line)).toMatchObject([{ name: 'cart.c:core:adds', ...expected }])
  })

  test.for<[string, string, string]>([
    ['a line of a compiler', 'not ok 1 - cart.c:12:5: error: no adds', 'cart.c:12:5: error: no adds'],
    ['a title with colons', 'not ok 1 - POST /cart: adds: the total', 'POST /cart: adds: the total'],
    ['a test that passed and says something else', 'ok 1 - cart.c:core:adds: twice', 'cart.c:core:adds: twice'],
    ['a test whose name no dash begins', 'not ok 1 cart.c:core:adds: twice', 'cart.c:core:adds: twice'],
  ])('%s is left as it is', async ([, line, name]) => {
    expect(await read(line)).toMatchObject([{ name }])
  })

  test.for([['TAP version 13\n'], ['1..1\n']])('a title of a runner that begins with %j, which Check does not, is left as it is', async ([first]) => {
    const { outcomes } = await readWhole(`${first}not ok 1 - cart.c:core:adds: twice\n`)
    expect(outcomes).toMatchObject([{ name: 'cart.c:core:adds: twice' }])
  })
})
