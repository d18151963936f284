import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './sources.ts'

/** Returns the code blocks of a page that are in one language, in their order. */
export const blocksOf = (page: string, language: string): string[] =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```(\S*)\n([^]*?)^```$/gm)]
    .filter(([, named]) => named === language)
    .map(([, , block = '']) => block.trimEnd())
