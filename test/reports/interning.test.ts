import { expect, test } from 'vitest'
import { createInterning } from '../../src/reports/interning.ts'
import { readText } from './reading.ts'

const failing = (name: string, text: string) =>
  `<testcase name="${name}" classname="c" file="f"><properties><property name="p" value="v"/></properties><failure message="m">${text}</failure></testcase>`

test('an outcome that is kept is the one that was read', async () => {
  const xml = `<testsuite name="s">${failing('a', 'x')}<testcase name="b"/></testsuite>`
  const keep = createInterning()
  expect((await readText(xml)).map(keep)).toEqual(await readText(xml))
})

test('of very many messages the first are kept, and every outcome', async () => {
  const [one] = await readText(`<testsuite>${failing('a', 'x'.repeat(60_000))}</testsuite>`)
  const keep = createInterning()
  const kept = Array.from({ length: 1000 }, () => keep({ ...one! }))
  expect(kept.every(({ name, result }) => name === 'a' && result === 'failed')).toBe(true)
  expect(kept[0]!.messages).toHaveLength(1)
  expect(kept.filter(({ messages }) => messages.length > 0).length).toBe(559)
})
