import { Readable } from 'node:stream'
import { type Account, type ColumnMap, type ForeignCase, openForeign } from '../../../src/cases/foreign/index.ts'
import type { CaseSystem } from '../../../src/cases/systems.ts'

type Choice = { from?: CaseSystem; encoding?: string; map?: ColumnMap; cwd?: string; pieces?: number }

/** An export of another system after reading: the detected system, its cases, and the account of everything read. */
export type ReadForeign = { kind: string; cases: ForeignCase[]; account: Account }

/** Reads text or bytes as stdin; with `cwd`, reads the file of that name there. `pieces` is the chunk size in bytes. */
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

/** Returns the steps of all cases in a text. */
export const stepsIn = async (text: string, choice?: Choice): Promise<string[][]> =>
  (await readForeign(text, choice)).cases.flatMap(({ content }) =>
    content.steps.map(({ action, expectation }) => [action, expectation]),
  )

/** Returns the target of each field of a file: `title → name`. */
export const wentTo = ({ fields }: Account): string[] => fields.map(({ from, to }) => `${from} → ${to}`)

/** Returns an expected step. */
export const step = (action: string, expectation = ''): { action: string; expectation: string } => ({
  action,
  expectation,
})
