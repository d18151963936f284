import { decode } from './files/encoding.ts'
import { keysIn } from './json/keys.ts'
import type { Source } from './files/source.ts'
import { endOfDoctype } from './xml/doctype.ts'

/**
 * The beginning of a report: its first characters (up to 16,384, more after lines of cargo), the name of the root element if it is XML,
 * the paths of the first keys (`results.tests`) if it is JSON, and the names of its files if it is a folder.
 */
export type Head = { begins: string; root?: string; keys?: ReadonlySet<string>; files?: readonly string[] }

/** Reads the beginning of a report; the source that it returns still contains it. */
export const lookAhead = async (opened: Source): Promise<{ head: Head; source: Source }> => {
  const { name, chunks, folder, encoding, strict } = opened
  if (folder) return { head: { begins: '', files: folder.files }, source: opened }
  const seen: (Uint8Array | string)[] = []
  const rest = chunks[Symbol.asyncIterator]()
  let size = 0
  let head: Head = { begins: '' }
  for (let due = 1; ;) {
    const next = await rest.next()
    if (!next.done) seen.push(next.value)
    size += next.value?.length ?? 0
    // Looks again only when the size has doubled, because the report may come byte by byte.
    if (size < due && !next.done) continue
    due = size * 2
    head = await readHead({ name, encoding, chunks: seen as unknown as AsyncIterable<Uint8Array> })
    if (next.done || size >= longestHead || isTelling(head, size)) break
  }
  return { head, source: { name, encoding, strict, chunks: replay(seen, rest) } }
}

const longestHead = 1024 * 1024
const longestBeginning = 16_384
const longestKeys = 256 * 1024

// With `2>&1` the events come after a line for each crate, and after the compiler's warnings. PowerShell puts the program's name first.
const isOfCargo =
  /^(?:\u001b\[[\d;]*m|\s)*(?:cargo|Compiling|Checking|Fresh|Updating|Locking|Adding|Downloading|Downloaded|Blocking|Finished|Running|warning|info)\b/
const longestOf = (text: string): number => (isOfCargo.test(text) ? longestHead : longestBeginning)

// Most reports show their root in the first chunk, but comments and declarations may come before it, and much text between keys.
const isTelling = ({ root, begins, keys }: Head, size: number): boolean =>
  root !== undefined || (keys ? size >= longestKeys : begins.length >= longestOf(begins) && !begins.startsWith('<'))

const readHead = async (source: Source): Promise<Head> => {
  let text = ''
  for await (const piece of decode(source)) text += piece
  const start = text.replace(/^\ufeff/, '').trimStart()
  const root = rootOf(start)
  const keys = /^[{[]/.test(start) && keysIn(start)
  return { begins: start.slice(0, longestOf(start)), ...(root && { root }), ...(keys && { keys }) }
}

// An XML declaration, instructions, comments and a DOCTYPE may come before the root. Its name is returned without a prefix.
const rootOf = (text: string): string | undefined => {
  let at = 0
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at++
    const end = endOfPreamble(text, at)
    if (end === at) break
    if (end === undefined) return undefined
    at = end
  }
  return /^<(?:[A-Za-z_][\w.-]{0,100}:)?([A-Za-z_][\w.-]{0,100})[\s/>]/.exec(text.slice(at, at + 300))?.[1]
}

const endOfPreamble = (text: string, at: number): number | undefined => {
  if (text.startsWith('<!DOCTYPE', at)) return endOfDoctype(text, at)
  const end = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : undefined
  if (!end) return at
  const closed = text.indexOf(end, at)
  return closed < 0 ? undefined : closed + end.length
}

const replay = async function* (
  seen: (Uint8Array | string)[],
  rest: AsyncIterator<Uint8Array | string>,
): AsyncGenerator<Uint8Array | string> {
  try {
    yield* seen.splice(0)
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}
