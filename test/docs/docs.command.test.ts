import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { man, version } from '../../package.json'
import { manPages } from '../../src/docs/generator/man-pages.ts'
import { readManual } from '../../src/docs/generator/command-tree.ts'
import { anchorOf, markdownPage } from '../../src/docs/generator/markdown.ts'
import { topicPages } from '../../src/docs/topics/index.ts'
import { root as program } from '../completions/tree.ts'
import { root } from '../helpers/world.ts'

// Checks that the documents are not stale. `npm run docs` writes them: it runs this test with -u.

const folder = join(root, 'src/docs')
const book = { root: readManual(program), topics: topicPages, version }
const pages = manPages(book)
const reference = markdownPage(book)

describe('man', () => {
  test.each(Object.keys(pages).map((name) => [name]))('%s', async (name) => {
    await expect(pages[name]).toMatchFileSnapshot(join(folder, 'man', name))
  })

  test('has a page for each noun and each topic, all of which npm installs, and none of what is gone', () => {
    for (const name of ['testctl.1', 'testctl-tests.1', 'testctl-doctor.1', 'testctl-exit-codes.7'])
      expect(Object.keys(pages)).toContain(name)
    expect(readdirSync(join(folder, 'man')).filter((name) => !(name in pages))).toEqual([])
    // npm installs only the man pages that package.json names. It does not look into a folder.
    expect([...man].sort()).toEqual(
      Object.keys(pages)
        .map((name) => `./src/docs/man/${name}`)
        .sort(),
    )
  })
})

describe('the reference', () => {
  test('is that of these commands', async () => {
    await expect(reference).toMatchFileSnapshot(join(folder, 'reference.md'))
  })

  const headings = [...reference.matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => text.replaceAll('\\', ''))

  test('has links that lead somewhere, and headings that differ', () => {
    const anchors = headings.map(anchorOf)
    expect(new Set(anchors).size).toBe(anchors.length)
    const links = [...reference.matchAll(/\]\(#([^)]*)\)/g)].map(([, target]) => target)
    expect(links.length).toBeGreaterThan(50)
    expect(links.filter((target) => !anchors.includes(target ?? ''))).toEqual([])
  })

  test('has tables whose rows have as many cells as their heads', () => {
    const rows = reference.split('\n').filter((line) => line.startsWith('|'))
    expect(rows.filter((row) => row.replaceAll('\\|', '').match(/\|/g)?.length !== 3)).toEqual([])
  })
})
