import { addAbortSignal, Readable } from 'node:stream'
import type { FolderCases } from '../../../cases/index.ts'
import type { Context } from '../../../composition/context.ts'
import { UsageError } from '../../../errors.ts'
import { decodeStrictly } from '../../../system/files/text.ts'
import { recodeLine } from '../../../system/shell-line.ts'
import type { InputStream } from '../../../system/io.ts'

/** The piped input: the cases of testctl in it (undefined if it is something else), and a stream to read it from again. */
export type PipedCases = { cases: FolderCases | undefined; stdin: InputStream }

/** Reads stdin to its end, and parses the cases of testctl in it. `encoding` is that of text without a BOM (default UTF-8). */
export const readPipe = async (context: Context, encoding?: string): Promise<PipedCases> => {
  const bytes = await readBytes(context)
  const { beginsAsCase, readPiped } = await context.caseFiles()
  const text = textOf(bytes, encoding)
  if (text === undefined && readPiped(bytes.toString('latin1')))
    throw new UsageError(`stdin is not ${(encoding ?? 'utf-8').toUpperCase()}`, { hint: recodeLine(context.io, '-') })
  const cases = text === undefined ? undefined : readPiped(text)
  if (text !== undefined && !cases && beginsAsCase(text))
    throw new UsageError('stdin is a case in Markdown, which is read from a file', {
      hint: 'name the file or its folder: its identifier is written into it',
    })
  return {
    cases,
    stdin: Readable.from([bytes], { objectMode: false }),
  }
}

const readBytes = async ({ io: { stdin, stop } }: Context): Promise<Buffer> => {
  if (stdin.isTTY)
    throw new UsageError('- reads stdin, and nothing is piped into it', { hint: 'name a file, or pipe NDJSON in' })
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of addAbortSignal(stop, stdin) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > most) throw new UsageError('stdin is too large', { hint: 'write it into a file, and name that' })
      chunks.push(chunk)
    }
  } catch (error) {
    throw stop.aborted ? stop.reason : error
  }
  return Buffer.concat(chunks)
}

const most = 256 * 1024 * 1024

/** Decodes bytes; undefined if they are invalid in the encoding: files of other systems need not be UTF-8. */
const textOf = (bytes: Buffer, encoding: string | undefined): string | undefined => {
  try {
    return decodeStrictly(bytes, encoding)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EILSEQ') return undefined
    throw error
  }
}
