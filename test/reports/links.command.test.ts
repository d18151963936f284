import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findFiles } from '../../src/reports/files/find.ts'
import { readFiles } from './reading.ts'

// A checkout or an artifact may contain symbolic links. A glob must not follow them to files that the user did not mean.

const folder = mkdtempSync(join(tmpdir(), 'testctl-links-'))
afterAll(() => rmSync(folder, { recursive: true }))
const xml = '<testsuite><testcase name="works"/></testsuite>'
for (const path of ['project/out/.runs/1', 'project/out/a', 'private/deep'])
  mkdirSync(join(folder, path), { recursive: true })
for (const file of ['project/out/a/1.xml', 'project/out/.runs/1/2.xml', 'private/secret.xml', 'private/deep/3.xml', 'project/beside.xml'])
  writeFileSync(join(folder, file), xml)
const project = join(folder, 'project')
symlinkSync('../../private/secret.xml', join(project, 'out/secret.xml'))
symlinkSync('../../private', join(project, 'out/private'))
symlinkSync('/', join(project, 'out/root'))
symlinkSync('../beside.xml', join(project, 'out/beside.xml'))
symlinkSync('.runs/1', join(project, 'out/latest'))
symlinkSync('gone.xml', join(project, 'out/dangling.xml'))
symlinkSync('out', join(project, 'reports'))
symlinkSync('project', join(folder, 'checkout'))

const find = (...typed: string[]) => findFiles(typed, { cwd: project, platform: 'linux', stop: new AbortController().signal })

test.for<[string, string[], string[]]>([
  ['a link to a file outside is left out', ['out/*.xml', 'out/a/*.xml'], ['out/a/1.xml']],
  ['a link to a folder outside is not entered', ['out/**/*.xml'], ['out/a/1.xml', 'out/latest/2.xml']],
  ['a link within the folder is followed', ['out/*/2.xml'], ['out/latest/2.xml']],
  ['a folder that was named may be a link', ['reports/a/*.xml'], ['reports/a/1.xml']],
  ['the way to the folder may lead through one', [`${folder}/checkout/out/a/*.xml`], [`${folder}/checkout/out/a/1.xml`]],
  ['the folder is the one that the pattern begins in', ['**/beside.xml'], ['beside.xml']],
  ['a file that was named may be a link', ['out/secret.xml'], ['out/secret.xml']],
  ['a pattern that begins at the root', [`${project}/out/**/*.xml`], [`${project}/out/a/1.xml`, `${project}/out/latest/2.xml`]],
])('%s', async ([, typed, files]) => {
  const found = await find(...typed.slice(0, 1)).catch(() => [])
  const rest = typed.length > 1 ? await find(...typed.slice(1)) : []
  expect([...found, ...rest]).toEqual(files)
})

test('a pattern that finds nothing but links that lead outside finds nothing', async () => {
  await expect(find('out/s*.xml')).rejects.toMatchObject({ exitCode: 2, message: 'no file matches out/s*.xml' })
})

test('of a folder of Allure a link to a file in it is read, and one that leads outside is not', async () => {
  const results = join(folder, 'allure')
  mkdirSync(join(results, 'kept'), { recursive: true })
  mkdirSync(join(results, '4-result.json'))
  writeFileSync(join(results, '1-result.json'), '{"uuid":"1","name":"own","status":"passed"}')
  writeFileSync(join(results, 'kept/2.json'), '{"uuid":"2","name":"linked","status":"passed"}')
  symlinkSync('kept/2.json', join(results, '2-result.json'))
  symlinkSync('../private/secret.xml', join(results, '3-result.json'))
  symlinkSync('gone.json', join(results, '5-result.json'))
  symlinkSync('allure', join(folder, 'latest'))
  for (const typed of [results, join(folder, 'latest')])
    expect((await readFiles([typed])).outcomes.map(({ name }) => name).sort()).toEqual(['linked', 'own'])
})
