import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const file = async (name: string, text: string): Promise<void> => {
  const path = join(world.folder, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

type Case = { name: string; customFields: Record<string, string> }

/** Reads the names of the imported cases, by source. */
const imported = async () =>
  Object.fromEntries(
    (await world.json<Case[]>('testctl cases list -p WEB --all')).flatMap(({ name, customFields: { source } }) =>
      source === undefined ? [] : [[source, name]],
    ),
  )

const shop = 'ID,Title,Steps\n1,Pay,1. pay\n2,Leave,1. go\n'
const blog = 'ID,Title,Steps\n1,Write,1. write\n2,Publish,1. click\n'

describe('two CSV that have the same IDs', () => {
  test('make cases of their own, and each is found again', async () => {
    await file('shop.csv', shop)
    await file('blog.csv', blog)
    expect(await world.prints('testctl cases import shop.csv -p WEB')).toBe('+ 2 new  = 0 unchanged\n')
    expect(await world.prints('testctl cases import blog.csv -p WEB')).toBe('+ 2 new  = 0 unchanged\n')
    for (const name of ['shop', 'blog'])
      expect(await world.prints(`testctl cases import ${name}.csv -p WEB`)).toBe('= 2 unchanged\n')
    expect(await imported()).toEqual({
      'csv:shop#1': 'Pay',
      'csv:shop#2': 'Leave',
      'csv:blog#1': 'Write',
      'csv:blog#2': 'Publish',
    })
  })

  test('make cases of their own when they are imported at once', async () => {
    await file('shop.csv', shop)
    await file('blog.csv', blog)
    expect(await world.prints('testctl cases import shop.csv blog.csv -p WEB')).toBe('+ 4 new  = 0 unchanged\n')
  })

  test('and the same name are not mixed up: the second is refused, until --source tells them apart', async () => {
    await file('shop/cases.csv', shop)
    await file('blog/cases.csv', blog)
    await world.prints('testctl cases import shop/cases.csv -p WEB')
    const { stderr, exitCode } = await world.fails('testctl cases import blog/cases.csv -p WEB')
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/blog\/cases.csv has other cases under IDs that were imported before; nothing was sent/)
    expect(stderr).toMatch(/blog\/cases.csv:2: "Write"; csv:cases#1 is WEB-C\d+ "Pay"/)
    expect(stderr).toMatch(/--source NAME/)
    expect(Object.values(await imported())).toEqual(['Pay', 'Leave'])
    expect(await world.prints('testctl cases import blog/cases.csv -p WEB --source blog')).toMatch(/^\+ 2 new/)
    expect(Object.values(await imported()).toSorted()).toEqual(['Leave', 'Pay', 'Publish', 'Write'])
  })
})

describe('a CSV', () => {
  test('that has another name now creates nothing twice: --source says that it is the same export', async () => {
    await file('shop.csv', shop)
    await world.prints('testctl cases import shop.csv -p WEB')
    await file('shop-november.csv', `${shop}3,Return,1. send\n`)
    const { stderr } = await world.fails('testctl cases import shop-november.csv -p WEB')
    expect(stderr).toContain('shop-november.csv has cases that were imported from shop before; nothing was sent')
    expect(stderr).toContain('--source shop;')
    expect(await world.prints('testctl cases import shop-november.csv -p WEB --source shop')).toBe(
      '+ 1 new  = 2 unchanged\n',
    )
  })

  test('bears the name that its map gives it', async () => {
    await file('part-1.csv', shop)
    await file('part-2.csv', 'ID,Title,Steps\n3,Return,1. send\n')
    await file('map.json', JSON.stringify({ source: 'shop', id: 'ID', name: 'Title' }))
    await world.prints('testctl cases import part-1.csv part-2.csv --map map.json -p WEB')
    expect(Object.keys(await imported())).toEqual(['csv:shop#1', 'csv:shop#2', 'csv:shop#3'])
    expect(await world.prints('testctl cases import part-2.csv --map map.json -p WEB')).toBe('= 1 unchanged\n')
  })

  test('that was imported before its name was kept finds its cases; an unrelated one does not', async () => {
    // Piped cases have no file name in their source, like every CSV of earlier versions.
    await world.prints('testctl cases import - --from csv -p WEB', { stdin: shop })
    expect(Object.keys(await imported())).toEqual(['csv:1', 'csv:2'])
    await file('shop.csv', shop.replace('1. pay', '1. pay at once'))
    await file('blog.csv', blog)
    expect(await world.prints('testctl cases import shop.csv -p WEB')).toMatch(/^~ 1 changed \(steps 1\)/)
    expect(await world.prints('testctl cases import blog.csv -p WEB')).toMatch(/^\+ 2 new/)
    expect(await imported()).toEqual({
      'csv:1': 'Pay',
      'csv:2': 'Leave',
      'csv:blog#1': 'Write',
      'csv:blog#2': 'Publish',
    })
  })

  test('whose cases were all rewritten changes them with --ours all', async () => {
    await file('shop.csv', shop)
    await world.prints('testctl cases import shop.csv -p WEB')
    await file('shop.csv', blog)
    await world.fails('testctl cases import shop.csv -p WEB')
    expect(await world.prints('testctl cases import shop.csv -p WEB --ours all')).toMatch(/^~ 2 changed/)
  })

  test('whose cases were all rewritten is refused with --theirs all, which would not keep what is there', async () => {
    await file('shop.csv', shop)
    await world.prints('testctl cases import shop.csv -p WEB')
    await file('shop.csv', blog)
    expect((await world.fails('testctl cases import shop.csv -p WEB --theirs all')).stderr).toContain(
      'nothing was sent',
    )
    expect(await imported()).toEqual({ 'csv:shop#1': 'Pay', 'csv:shop#2': 'Leave' })
  })

  test.each(["''", 'a#b'])('cannot have the name %s', async (name) => {
    await file('shop.csv', shop)
    const { stderr } = await world.fails(`testctl cases import shop.csv -p WEB --source ${name}`)
    expect(stderr).toContain('cannot be the name of an export')
  })
})

describe('exports of two projects of one system, whose IDs are those of the project', () => {
  const azure = (...titles: string[]) =>
    `ID,Work Item Type,Title,Test Step,Step Action,Step Expected\n${titles.map((title, at) => `${at + 1},Test Case,${title},,,\n`).join('')}`
  const qase = (...titles: string[]) =>
    `id,title,preconditions,steps_actions,steps_result,steps_data,suite_id,suite\n${titles.map((title, at) => `${at + 1},${title},,,,,,\n`).join('')}`
  const xray = (...titles: string[]) =>
    JSON.stringify({
      tests: titles.map((summary, at) => ({ testKey: `X-${at + 1}`, testInfo: { summary, steps: [] } })),
    })
  const zephyr = (...titles: string[]) =>
    `<project><testCases>${titles.map((title, at) => `<testCase key="X-T${at + 1}"><name>${title}</name></testCase>`).join('')}</testCases></project>`
  const testrail = (...titles: string[]) =>
    `ID,Title,Section Hierarchy\n${titles.map((title, at) => `C${at + 1},${title},All\n`).join('')}`

  test.each([
    ['azure', 'csv', azure],
    ['qase', 'csv', qase],
    ['xray', 'json', xray],
    ['zephyr', 'xml', zephyr],
    ['testrail', 'csv', testrail],
  ] as const)(
    '%s: the second is refused with both named, and --source imports it',
    async (system, ending, exported) => {
      const [first, second] = [`one.${ending}`, `two.${ending}`]
      await file(first, exported('Pay', 'Leave'))
      await file(second, exported('Write', 'Publish'))
      await world.prints(`testctl cases import ${first} -p WEB`)
      const { stderr } = await world.fails(`testctl cases import ${second} -p WEB`)
      expect(stderr).toMatch(new RegExp(`"Write"; ${system}:\\S*1 is WEB-C\\d+ "Pay"`))
      expect(await world.prints(`testctl cases import ${second} -p WEB --source two`)).toMatch(/^\+ 2 new/)
      expect(Object.values(await imported()).toSorted()).toEqual(['Leave', 'Pay', 'Publish', 'Write'])
      expect(await world.prints(`testctl cases import ${second} -p WEB --source two`)).toBe('= 2 unchanged\n')
      expect(await world.prints(`testctl cases import ${first} -p WEB`)).toBe('= 2 unchanged\n')
    },
  )
})
