import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createPages } from '../../src/server/public-pages.ts'
import { root } from '../helpers/world.ts'
import { startServed } from './served.ts'

test('SECURITY and DECISIONS name each page that needs no key, and no other', async () => {
  const pages = createPages({ metrics: {} as never, isReady: async () => undefined, remarks: () => '' })
  for (const [file, sentence] of [
    ['.github/SECURITY.md', /what its interface is: ([^]*?)\. All other/],
    ['src/DECISIONS.md', /port\. ([^.]*(?:\.json[^.]*)?) need no key/],
  ] as const) {
    const [, named = ''] = sentence.exec(readFileSync(join(root, file), 'utf8').replace(/\s+/g, ' ')) ?? []
    const paths = [...named.matchAll(/`(.*?)`/g)].map(([, path]) => path)
    expect({ file, paths: paths.toSorted() }).toEqual({ file, paths: [...pages.keys()].toSorted() })
  }
  const { ask } = await startServed()
  for (const path of ['/', '/WEB', '/WEB-R7'])
    for (const accept of ['text/html', '*/*'])
      expect((await ask(path, { key: '', headers: { accept } })).status).toBe(401)
})
