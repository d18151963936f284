import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SeededWorld } from '../../../helpers/seed.ts'
import { worldsOfFewCases } from '../few-cases.ts'

// Files that are not UTF-8 are refused, or decoded as what `--encoding` says; no letter becomes U+FFFD.

let world: SeededWorld
const makeWorld = worldsOfFewCases()
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())
const file = (name: string) => join(world.folder, name)
const type = (line: string) => world.type(`testctl ${line}`, { cwd: world.folder })
const names = async () =>
  (await world.json<{ name: string }[]>('testctl cases list -p WEB --all')).map(({ name }) => name)

/** Exports WEB into a file, renames its first case there, and saves the file in another encoding. */
const saveAs = async (name: string, rename: string, encoding: 'latin1' | 'utf16le') => {
  await world.prints("testctl cases update WEB-C1 --name 'Größe prüfen'")
  await world.prints(`testctl cases export ${name} -p WEB`, { cwd: world.folder })
  const text = (await readFile(file(name), 'utf8')).replace(/^\ufeff/, '').replace('Größe prüfen', rename)
  await writeFile(file(name), `${encoding === 'utf16le' ? '\ufeff' : ''}${text}`, encoding)
}

test.each(['csv', 'json', 'ndjson', 'yaml'])(
  'cases.%s that is not UTF-8 is refused with its line, and nothing is sent',
  async (ending) => {
    await saveAs(`cases.${ending}`, 'Größe messen', 'latin1')
    for (const verb of ['import', 'status', 'export']) {
      const { stderr, exitCode } = await type(`cases ${verb} cases.${ending} -p WEB`)
      expect([exitCode, stderr]).toEqual([
        2,
        expect.stringMatching(/cannot read cases\.\w+: it is not UTF-8 \(line \d+\)/),
      ])
      expect(stderr).toContain(ending === 'csv' ? '--encoding windows-1252' : 'iconv')
    }
    expect(await names()).toContain('Größe prüfen')
  },
)

describe('cases.csv of testctl in another encoding', () => {
  test('is read by --encoding as what it is, and written back in UTF-8', async () => {
    await saveAs('cases.csv', 'Größe messen', 'latin1')
    await writeFile(file('cases.csv'), `${await readFile(file('cases.csv'), 'latin1')},Füße,,,,\r\n`, 'latin1')
    const line = 'cases import cases.csv -p WEB --encoding windows-1252'
    expect(await type(line)).toMatchObject({ stdout: '+ 1 new  ~ 1 changed (name 1)  = 2 unchanged\n', exitCode: 0 })
    expect(await names()).toEqual(expect.arrayContaining(['Größe messen', 'Füße']))
    expect(await readFile(file('cases.csv'), 'utf8')).toMatch(/^\ufeffidentifier.*WEB-C15,Füße,/s)
    // The file has a BOM by now, which takes precedence over --encoding.
    expect((await type(line)).stdout).toBe('= 4 unchanged\n')
  })

  test('has its problems listed by the line that an import proposes', async () => {
    await saveAs('cases.csv', '', 'latin1')
    const { stderr } = await type('cases import cases.csv --encoding latin1')
    expect(stderr).toContain('\n  try: testctl cases lint cases.csv --encoding latin1\n')
    const { stdout, exitCode } = await type('cases lint cases.csv --encoding latin1')
    expect([exitCode, stdout]).toEqual([8, expect.stringMatching(/^cases\.csv:2 no-name: the case has no name\n/)])
  })

  test('keeps the quotes, dashes and euros of windows-1252, which Latin-1 does not have', async () => {
    await saveAs('cases.csv', 'NAME', 'latin1')
    const text = await readFile(file('cases.csv'), 'latin1')
    await writeFile(file('cases.csv'), text.replace('NAME', '\x84Gr\xf6\xdfe\x93 \x96 10 \x80'), 'latin1')
    await world.prints('testctl cases import cases.csv -p WEB --encoding windows-1252', { cwd: world.folder })
    expect(await names()).toContain('„Größe“ – 10 €')
  })

  test('is read from a pipe', async () => {
    await saveAs('cases.csv', 'Größe messen', 'latin1')
    const stdin = await readFile(file('cases.csv'))
    const line = 'testctl cases import - -p WEB --ours all'
    expect((await world.fails(line, { stdin: stdin })).stderr).toContain('stdin is not UTF-8')
    await world.prints(`${line} --encoding windows-1252`, { stdin: stdin })
    expect(await names()).toContain('Größe messen')
  })

  test('an encoding that is not known, and one for what is always UTF-8, are refused', async () => {
    await saveAs('cases.csv', 'Größe messen', 'latin1')
    expect((await type('cases import cases.csv --encoding klingon')).stderr).toContain('there is no encoding "klingon"')
    await saveAs('cases.yaml', 'x', 'latin1')
    expect((await type('cases import cases.yaml --encoding latin1')).stderr).toContain('--encoding is for CSV')
  })
})

describe('a text for the service that is not UTF-8 is refused, and nothing is sent', () => {
  test.each([
    ['cases create --name A -p WEB --preconditions-file t.txt', 'B\xfc'],
    ['comments create WEB-T1 --content-file t.txt', 'B\xfc'],
    ['cases create --from t.ndjson -p WEB', '{"name":"B\xfc"}\n'],
    ['tests set --from t.txt', '{"test":"WEB-T1","result":"passed","comment":"B\xfc"}\n'],
  ])('%s', async (line, text) => {
    const name = line.includes('t.ndjson') ? 't.ndjson' : 't.txt'
    await writeFile(file(name), `${text.startsWith('{') ? '' : 'first\n'}${text}`, 'latin1')
    const before = [await names(), await world.json('testctl tests get WEB-T1')]
    const { stderr, exitCode } = await type(line)
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/t\.(txt|ndjson).* is not UTF-8.*line (1|2)/)])
    expect(stderr).toContain(`iconv -f windows-1252 -t utf-8 ${name}`)
    expect([await names(), await world.json('testctl tests get WEB-T1')]).toEqual(before)
  })

  test('the same from stdin', async () => {
    const stdin = Buffer.from('first\nB\xfc', 'latin1')
    const { stderr } = await world.fails('testctl cases create --name A -p WEB --preconditions -', { stdin })
    expect(stderr).toContain('stdin is not UTF-8: line 2')
    expect(stderr).toContain('iconv')
  })

  test('what Windows saves as UTF-16 is read by its mark', async () => {
    await writeFile(file('t.txt'), '\ufeffGröße 🙂', 'utf16le')
    await world.prints('testctl cases create --name A -p WEB --preconditions-file t.txt', { cwd: world.folder })
    expect((await world.json('testctl cases get WEB-C15'))['preconditions']).toBe('Größe 🙂')
  })
})
