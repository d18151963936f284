import { statSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'

/** A line of a file of the project; the path is relative to the root of the checkout, with slashes. */
export type SourcePlace = { file: string; line: number }

/**
 * Finds the first place in the text of a failure that is a file of the checkout: a frame of a stack (`test/pay.js:3:7`), or Python's
 * `File "test_pay.py", line 3`. Relative paths start at `folder`. Files outside `root`, or in a folder of packages, do not count.
 */
export const placeIn = (text: string, { folder, root }: { folder: string; root: string }): SourcePlace | undefined => {
  let looked = 0
  for (const [, quoted, at, plain, line] of text.slice(0, longest).matchAll(named)) {
    const path = resolve(folder, quoted ?? plain ?? '')
    const file = relative(root, path)
    if (file === '' || file.startsWith('..') || isAbsolute(file) || packages.test(file)) continue
    if (++looked > mostLooks) return undefined
    if (isFile(path)) return { file: file.split(sep).join('/'), line: Number(at ?? line) }
  }
  return undefined
}

const named = /File "([^"\n]{1,500})", line (\d{1,7})|(?<![\w@./\\~+-])([\w@./\\~+-]{1,300}\.\w{1,8}):(\d{1,7})\b/g
const packages = /(^|[\\/])(node_modules|site-packages|vendor|\.venv)[\\/]/
const longest = 10_000
const mostLooks = 50

const isFile = (path: string): boolean => {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}
