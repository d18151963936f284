import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../helpers/world.ts'

type Package = { folder: string; name: string; version: string; license: string }

const ours = async (name: string): Promise<unknown> => import(join(root, 'bin', name))
const { noticesOf, packagesOf } = (await ours('notices.mjs')) as {
  noticesOf: (packages: Package[]) => string
  packagesOf: (modules: string[]) => Package[]
}
const { billOf } = (await ours('sbom.mjs')) as { billOf: (root: string, packages: Package[]) => Promise<string> }

const shipped = readFileSync(join(root, 'dist/THIRD-PARTY-NOTICES'), 'utf8')

/** The modules in the bundle, as the build has noted them. */
const modules = JSON.parse(readFileSync(join(root, 'dist/.modules.json'), 'utf8')) as string[]

/** Splits a text of notices into its parts: the packages that a part names, one a line, and what it says about them. */
const partsOf = (notices: string): { names: string; text: string }[] =>
  notices.split(/^={80}$/m).map((part) => {
    const [, names = '', text = ''] = /^\s*([^]*?)\n\n([^]*)$/.exec(part) ?? []
    return { names, text }
  })

/** Returns the packages in the bundle whose copyright or permission is missing from a text of notices. */
const missingFrom = (notices: string): string[] => {
  const parts = partsOf(notices)
  // Takes the names from the paths, independently of the code that made the notices.
  const named = modules.flatMap(
    (id) => /[^]*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/'))?.[1] ?? [],
  )
  return [...new Set(named)].filter((name) => {
    const text = parts.find(({ names }) => `\n${names}`.includes(`\n${name} `))?.text ?? ''
    return !/copyright/i.test(text) || !/permission|permitted|license/i.test(text)
  })
}

test('the notices that are shipped name every package in the bundle, with copyright and permission', () => {
  expect(missingFrom(shipped)).toEqual([])
})

test('a package without its notice is found', () => {
  expect(missingFrom(shipped.replace(/^={80}\n\nundici [^]*?(?=^={80}$)/m, ''))).toEqual(['undici'])
})

test('what is compiled into a package is named as well', () => {
  for (const program of ['llhttp', 'Oniguruma', 'decNumber', 'SQLite', 'Node.js'])
    expect(shipped).toMatch(new RegExp(`^.*${program}.*`, 'm'))
})

test('a text that packages share stands there once, below all their names', () => {
  const texts = partsOf(shipped).map(({ text }) => text.replaceAll(/\s+/g, ' '))
  expect(new Set(texts).size).toBe(texts.length)
})

test('a package that brings no text stops the build', () => {
  const [first] = packagesOf(modules)
  expect(() => noticesOf([{ ...first!, folder: join(root, 'src'), name: 'silent' }])).toThrow(
    /silent .* has no licence text: add bin\/licences\/silent\.txt/,
  )
})

test('the bill of materials has the packages of the bundle, and no tool of ours', async () => {
  const bill = JSON.parse(await billOf(root, packagesOf(modules))) as { components: { name: string; scope: string }[] }
  const names = bill.components.map(({ name }) => name)
  expect(names.toSorted()).toEqual(
    packagesOf(modules)
      .map(({ name }) => name)
      .toSorted(),
  )
  expect(names).not.toContain('vitest')
  expect(bill.components.filter(({ scope }) => scope !== 'required')).toEqual([])
})
