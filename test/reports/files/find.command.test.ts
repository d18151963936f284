import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { findFiles } from '../../../src/reports/files/find.ts'
import { readFiles } from '../reading.ts'

const folder = mkdtempSync(join(tmpdir(), 'testctl-files-'))
afterAll(() => rmSync(folder, { recursive: true }))
const xml = '<testsuite><testcase name="works"/></testsuite>'
for (const path of ['out/a', 'out/b/c', 'node_modules/x', 'packages/one/allure-results', 'empty'])
  mkdirSync(join(folder, path), { recursive: true })
for (const file of ['out/2.xml', 'out/10.xml', 'out/a/1.xml', 'out/b/c/3.xml', 'out/log.txt', 'node_modules/x/n.xml', 'one[1].xml', '.hidden.xml'])
  writeFileSync(join(folder, file), xml)
symlinkSync('..', join(folder, 'out/b/loop'))
symlinkSync('2.xml', join(folder, 'out/two.xml'))

const shell = join(folder, 'shell')
for (const path of ['Results (1)/a.xml', 'Results (1)/(a|b).xml', 'a{b}/1.xml', '!a{1/+(x)@.xml']) {
  mkdirSync(dirname(join(shell, path)), { recursive: true })
  writeFileSync(join(shell, path), xml)
}

const find = (...typed: string[]) => findFiles(typed, { cwd: folder, platform: 'linux', stop: new AbortController().signal })

describe('what is typed, and the files that are meant', () => {
  test.for<[string, string[], string[]]>([
    ['files as they are named, in that order', ['out/2.xml', '-', 'out/10.xml'], ['out/2.xml', '-', 'out/10.xml']],
    ['a pattern, sorted', ['out/*.xml'], ['out/10.xml', 'out/2.xml']],
    ['a pattern for folders in folders', ['out/{a,b/c}/**/*.xml'], ['out/a/1.xml', 'out/b/c/3.xml']],
    ['links that lead round, each file once', ['out/**/*.xml'], ['out/10.xml', 'out/2.xml', 'out/a/1.xml', 'out/b/c/3.xml']],
    ['one file by two names', ['out/2.xml', './out/2.xml', 'out/*.xml'], ['out/2.xml', 'out/10.xml']],
    ['node_modules like any other folder', ['**/n.xml'], ['node_modules/x/n.xml']],
    ['a file with brackets in its name', ['one[1].xml'], ['one[1].xml']],
    ['what is not there, without a pattern', ['none.xml'], ['none.xml']],
    ['a pattern that only folders match', ['packages/*/allure-results'], ['packages/one/allure-results']],
  ])('%s', async ([, typed, files]) => expect(await find(...typed)).toEqual(files))

  test.for([
    ['Results (1)/?.xml', 'Results (1)/a.xml'],
    ['Results (?)/a*', 'Results (1)/a.xml'],
    ['*/(a|b).x?l', 'Results (1)/(a|b).xml'],
    ['a{b}/*.xml', 'a{b}/1.xml'],
    ['a{b}*/{1,2}.xml', 'a{b}/1.xml'],
    ['!a{1/+(x)@*', '!a{1/+(x)@.xml'],
    ['!*/+(x)@.xml', '!a{1/+(x)@.xml'],
    ['{Results (1)/a,a{b}/2}.xml', 'Results (1)/a.xml'],
    ['**/?{b}/1.xml', 'a{b}/1.xml'],
  ])('as a shell reads it: %s is %s', async ([typed = '', file]) => {
    const stop = new AbortController().signal
    for (const platform of ['linux', 'win32'] as const)
      expect(await findFiles([typed], { cwd: shell, platform, stop })).toEqual([file])
  })

  test('a file in a folder with parentheses that is not there is no pattern', async () => {
    expect(await find('Results (2)/a.xml', 'a{c}/1.xml')).toEqual(['Results (2)/a.xml', 'a{c}/1.xml'])
  })

  test('a pattern that begins at the root', async () => {
    expect(await find(`${folder}/out/?.xml`)).toEqual([`${folder}/out/2.xml`])
  })

  test('a pattern that nothing matches is named', async () => {
    await expect(find('out/*.xml', 'out/*.trx')).rejects.toMatchObject({ exitCode: 2, message: 'no file matches out/*.trx' })
  })

  test('whoever stops does not wait for the search', async () => {
    const stop = AbortSignal.abort(new Error('stopped'))
    await expect(findFiles(['**'], { cwd: folder, platform: 'linux', stop })).rejects.toThrow('stopped')
  })
})

test('a folder that is no report is refused, with what to do', async () => {
  await expect(readFiles(['empty'], '', { cwd: folder })).rejects.toMatchObject({
    exitCode: 2,
    message: 'empty is a folder, not a report',
    hint: "name the files in it: 'empty/*.xml'",
  })
})

describe('--format', () => {
  test('decides, whatever the content looks like', async () => {
    await expect(readFiles(['-'], xml, { format: 'trx' })).rejects.toMatchObject({
      exitCode: 2,
      message: 'stdin is not TRX: it begins with <testsuite>',
    })
    expect((await readFiles(['-'], xml, { format: 'junit' })).reports).toMatchObject([{ format: 'JUnit XML', cases: 1 }])
  })

  test('names the formats where it is none of them', async () => {
    await expect(readFiles(['-'], xml, { format: 'junitt' })).rejects.toMatchObject({
      exitCode: 2,
      message: 'there is no format "junitt"',
      hint: expect.stringContaining('junit, trx'),
    })
  })
})
