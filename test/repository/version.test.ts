import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { man, version } from '../../package.json'
import { root } from './sources.ts'

// CONTRIBUTING, "Publish a version": each place that names the version names that of package.json.

const places: readonly (readonly [file: string, named: RegExp])[] = [
  ['package-lock.json', /"name": "testctl",\s+"version": "(.*)"/g],
  ['.github/actions/gate/action.yml', /default: (\d+\..*)/g],
  ['.github/actions/submit/action.yml', /default: (\d+\..*)/g],
  ['src/docs/ci.md', /(?:testctl@|install\.sh |\bv)(\d+\.[\d.]*\d)/g],
  // The newest version of the changelog.
  ['src/docs/CHANGELOG.md', /^# Changelog$[^]*?^## (\d.*)$/gm],
  // npm run docs writes these.
  ...man.map((page) => [page, /^\.TH .* "testctl (.*?)"/gm] as const),
]

const namedIn = (file: string, named: RegExp): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(named)].map(([, found = '']) => found)

test('the actions that a workflow uses are those of the major version', () => {
  expect(new Set(namedIn('src/docs/ci.md', /uses: testctl\/.*@v(\S+)/g))).toEqual(new Set([version.split('.')[0]]))
})

test('each file that names the version names this one', () => {
  const others = places.flatMap(([file, named]) => {
    const found = new Set(namedIn(file, named))
    return found.size === 1 && found.has(version) ? [] : [`${file} has ${[...found].join(', ') || 'none'}`]
  })
  expect(others).toEqual([])
})
