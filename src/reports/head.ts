import { decode } from './encoding.ts'
import type { Source } from './source.ts'

/**
 * What the beginning of a report shows of it: its first characters (up to 16,384), the name of its root element where it
 * is XML, and the names of its files where it is a folder.
 */
export type Head = { begins: string; root?: string; files?: readonly string[] }

/** Looks at the beginning of a report; the source that it gives back still has it. */
export const lookAhead = async (opened: Source): Promise<{ head: Head; source: Source }> => {
  const { name, chunks, folder } = opened
  if (folder) return { head: { begins: '', files: folder.files }, source: opened }
  const seen: (Uint8Array | string)[] = []
  const rest = chunks[Symbol.asyncIterator]()
  let size = 0
  let head: Head = { begins: '' }
  // Most reports show their root in the first chunk; comments and declarations may stand before it.
  while (size < longestHead) {
    const next = await rest.next()
    if (next.done) break
    seen.push(next.value)
    size += next.value.length
    head = await readHead({ name, chunks: seen as unknown as AsyncIterable<Uint8Array> })
    if (head.root || (head.begins.length >= longestBeginning && !head.begins.startsWith('<'))) break
  }
  return { head, source: { name, chunks: replay(seen, rest) } }
}

const longestHead = 1024 * 1024
const longestBeginning = 16_384

const readHead = async (source: Source): Promise<Head> => {
  let text = ''
  for await (const piece of decode(source)) text += piece
  const start = text.replace(/^\ufeff/, '').trimStart()
  const root = rootOf(start)
  return { begins: start.slice(0, longestBeginning), ...(root && { root }) }
}

// An XML declaration, instructions and comments may stand before the root; a DOCTYPE names it.
const rootOf = (text: string): string | undefined => {
  let at = 0
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at++
    const end = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : undefined
    if (!end) break
    const closed = text.indexOf(end, at)
    if (closed < 0) return undefined
    at = closed + end.length
  }
  return /^<(?:!DOCTYPE\s+)?([A-Za-z_][\w:.-]{0,100})[\s/>[]/.exec(text.slice(at, at + 200))?.[1]
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
