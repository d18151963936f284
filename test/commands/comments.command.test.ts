import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const contentsOf = async (typed: string) =>
  (await world.prints(`testctl comments list ${typed} --columns content`)).split('\n').slice(0, -1)

test.each([
  ['testctl comments list WEB-T1 --columns content,createdBy', 'Fails on Tuesdays.\tana\nAnd on Wednesdays.\tana\n'],
  ['testctl comment ls WEB-C1 --columns content', 'Needs a second account.\n'],
  ['testctl comments list c1 -p WEB --columns content', 'Needs a second account.\n'],
  ['testctl comments list WEB-T2', ''],
  ['testctl comments list WEB-T2 --json', '[]\n'],
])('%s', async (line, expected) => expect(await world.prints(line)).toBe(expected))

test('the list is read through the relation, with one request', async () => {
  expect(await world.requests('testctl comments list WEB-T1')).toEqual(['GET /v1/tests/test/WEB-T1?relations=comments'])
  expect(await world.requests('testctl comments list WEB-C1')).toEqual(['GET /v1/cases/case/WEB-C1?relations=comments'])
})

test('on a terminal each comment is shown whole: who, when and what', async () => {
  await world.prints("testctl comments create WEB-T1 --content 'One\n  two'")
  const shown = await world.prints('testctl comments list WEB-T1 --color never', { terminal: 40 })
  expect(shown.replace(/[0-9a-f-]{36}$/gm, 'ID')).toBe(
    'ana, 2024-01-02\n  ID\n  Fails on Tuesdays.\n\nana, 2024-01-02\n  ID\n  And on Wednesdays.\n\nana, just now\n  ID\n  One\n    two\n',
  )
  expect(await world.type('testctl comments list WEB-T2', { terminal: 80 })).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: 'no comments\n',
  })
})

test.each(['create', 'add', 'new'])('comments %s takes a text, a file or stdin', async (verb) => {
  await writeFile(join(world.folder, 'why.txt'), 'from a file\n')
  for (const content of ['--content plain', '--content-file why.txt', '--content -', '--content @why.txt']) {
    const id = await world.prints(`testctl comment ${verb} WEB-T2 ${content}`, { stdin: 'from stdin' })
    expect(id).toMatch(/^[0-9a-f-]{36}\n$/)
  }
  expect(await contentsOf('WEB-T2')).toEqual(['plain', 'from a file\\n', 'from stdin', '@why.txt'])
})

test('a comment goes on a case, a test, or whatever an id is of', async () => {
  await world.prints('testctl comments create WEB-C2 --content one')
  await world.prints(`testctl comments create ${await world.idOf('WEB-C2')} --content two`)
  await world.prints(`testctl comments create ${await world.idOf('WEB-T2')} --content three`)
  expect(await contentsOf('WEB-C2')).toEqual(['one', 'two'])
  expect(await contentsOf('WEB-T2')).toEqual(['three'])
  const id = await world.idOf('WEB-T2')
  expect(await world.requests(`testctl comments create ${id} --content x`)).toEqual(['PUT /v1/comments/ID'])
})

test.each(['delete', 'rm'])('comments %s takes the id', async (verb) => {
  const [first] = await world.json<{ id: string }[]>('testctl comments list WEB-T1')
  expect(await world.prints(`testctl comment ${verb} ${first!.id} --yes`)).toBe(`${first!.id}\n`)
  expect(await contentsOf('WEB-T1')).toEqual(['And on Wednesdays.'])
})

test.each([
  [
    'testctl comments list WEB-R1',
    2,
    'WEB-R1 cannot be commented on\n  comments are on cases and tests: WEB-C1, WEB-T1',
  ],
  ['testctl comments create M1 --content x', 2, 'M1 cannot be commented on'],
  [
    'testctl comments list 7f9c2ba4-e88f-4a5b-9c1d-3f2a8b6d0e11',
    2,
    'the interface reads comments through an identifier only',
  ],
  ["testctl comments create WEB-T1 --content ' '", 2, 'the comment is empty'],
  ['testctl comments create WEB-T99 --content x', 3, 'there is no test WEB-T99'],
  ['testctl comments delete WEB-C1', 2, 'WEB-C1 is a case, not a comment'],
  [
    'testctl comments delete 7f9c2ba4-e88f-4a5b-9c1d-3f2a8b6d0e11',
    2,
    'deleting the comment 7f9c2ba4-e88f-4a5b-9c1d-3f2a8b6d0e11 needs a confirmation\n  add --yes',
  ],
  ['testctl comments delete 7f9c2ba4-e88f-4a5b-9c1d-3f2a8b6d0e11 --yes', 3, 'there is no comment 7f9c2ba4'],
])('%s', async (line, exitCode, what) =>
  expect(await world.fails(line)).toEqual({ exitCode, stderr: expect.stringContaining(`error: ${what}`) }),
)
