import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { anchorOf } from '../../src/docs/generator/markdown.ts'
import { root, sourcesIn } from './sources.ts'

// Links between the pages of the repository lead to files and headings that exist.

const pages = [
  { path: 'README.md', text: readFileSync(join(root, 'README.md'), 'utf8') },
  ...(await sourcesIn('.github', 'src')).filter(({ path }) => path.endsWith('.md')),
]

const withoutCode = (text: string): string => text.replaceAll(/^```[^]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '')

const anchorsOf = (path: string): string[] =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    anchorOf(heading.replaceAll('\\', '')),
  )

const isBroken = (from: string, target: string): boolean => {
  const [file = '', anchor] = target.split('#')
  const path = file === '' ? from : normalize(join(dirname(from), file))
  return !existsSync(join(root, path)) || (anchor !== undefined && !anchorsOf(path).includes(anchor))
}

const broken = (path: string, text: string): string[] =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)]
    .map(([, link, attribute]) => link ?? attribute ?? '')
    .filter((target) => !/^(https?:|mailto:)/.test(target))
    .filter((target) => isBroken(path, target))
    .map((target) => `${path}: ${target}`)

test('every link in the pages leads somewhere', () => {
  expect(pages.length).toBeGreaterThan(8)
  expect(pages.flatMap(({ path, text }) => broken(path, text))).toEqual([])
})

test('every file that CONTRIBUTING names is there', () => {
  const { text } = pages.find(({ path }) => path === '.github/CONTRIBUTING.md')!
  const named = [...text.matchAll(/`((?:src|test|bin|\.ci)\/[^`*<> ]*)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('a link to a file or a heading that is not there is found', () => {
  expect(broken('src/README.md', '[a](DECISIONS.md#the-interface) [b](../README.md)')).toEqual([])
  expect(broken('src/README.md', '[a](absent.md) [b](DECISIONS.md#absent) <img src="absent.svg">')).toHaveLength(3)
})
