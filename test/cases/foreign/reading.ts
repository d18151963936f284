import { Readable } from 'node:stream'
import { type Account, type ColumnMap, type ForeignCase, openForeign } from '../../../src/cases/foreign/index.ts'
import type { CaseSystem } from '../../../src/cases/systems.ts'

type Choice = { from?: CaseSystem; encoding?: string; map?: ColumnMap; cwd?: string; pieces?: number }

/** A file of another system that was read: what it was taken for, its cases, and the account of it. */
export type ReadForeign = { kind: string; cases: ForeignCase[]; account: Account }

/** Reads a text, or bytes, as `-` on stdin would be; with `cwd` a file there by its name. `pieces`: so many bytes at a time. */
export const readForeign = async (
  given: string | Uint8Array,
  { cwd, pieces = 65_536, ...choice }: Choice = {},
): Promise<ReadForeign> => {
  const bytes = typeof given === 'string' ? Buffer.from(given) : given
  const chunks = function* () {
    for (let at = 0; at < bytes.length; at += pieces) yield bytes.slice(at, at + pieces)
  }
  const stdin = Object.assign(Readable.from(chunks(), { objectMode: false }), { isTTY: false })
  const io = { stdin, cwd: cwd ?? '/', stop: new AbortController().signal }
  const file = await openForeign(cwd === undefined ? '-' : String(given), io, {
    ...choice,
    gherkin: loadGherkin,
  })
  const cases: ForeignCase[] = []
  for await (const { covers: _, ...one } of file.cases) cases.push(one)
  return { kind: file.kind, cases, account: file.account() }
}

/** Loads the reader of feature files, as the composition does. */
export const loadGherkin = () => import('../../../src/cases/foreign/gherkin/index.ts')

/** The steps of the only case of a text. */
export const stepsIn = async (text: string, choice?: Choice): Promise<string[][]> =>
  (await readForeign(text, choice)).cases.flatMap(({ content }) =>
    content.steps.map(({ action, expectation }) => [action, expectation]),
  )

/** Where the fields of a file went: `title → name`. */
export const wentTo = ({ fields }: Account): string[] => fields.map(({ from, to }) => `${from} → ${to}`)

/** A step as it is expected. */
export const step = (action: string, expectation = ''): { action: string; expectation: string } => ({
  action,
  expectation,
})
