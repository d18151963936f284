import { StringDecoder } from 'node:string_decoder'
import { TextDecoder } from 'node:util'
import { UsageError } from '../../errors.ts'
import { encodingByMark, linesBeforeFault, sourceName } from '../../system/files/text.ts'
import type { Source } from './source.ts'

/**
 * Decodes a report. The encoding is the first one given by: a byte order mark, the user, the XML declaration; the default is
 * UTF-8. Invalid bytes become U+FFFD; with `strict` they are a UsageError. Throws a UsageError for an unknown encoding.
 */
export const decode = async function* ({ name, chunks, encoding, strict }: Source): AsyncGenerator<string> {
  let decoder: Decoder | undefined
  let head: Uint8Array = new Uint8Array()
  for await (const chunk of chunks) {
    if (typeof chunk === 'string') yield chunk
    else if (decoder) yield decoder.write(chunk)
    else {
      head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk
      if (head.length < enough) continue
      decoder = decoderFor({ name, encoding, strict }, head)
      yield withoutMark(decoder.write(head))
    }
  }
  if (decoder) yield decoder.end()
  else if (head.length > 0) {
    decoder = decoderFor({ name, encoding, strict }, head)
    yield withoutMark(decoder.write(head)) + decoder.end()
  }
}

/** Decodes bytes chunk by chunk; a character that is cut off at the end of a chunk is completed by the next one. */
type Decoder = { write: (bytes: Uint8Array) => string; end: () => string }

// A complete XML declaration is shorter than this many bytes.
const enough = 256

const decoderFor = ({ name, encoding, strict }: Omit<Source, 'chunks'>, head: Uint8Array): Decoder => {
  // DECISIONS 445
  const label = encodingByMark(head) ?? encoding ?? encodingOf(head)
  const decoder = findDecoder(name, label, { fatal: strict ?? false, chosen: encoding !== undefined })
  if (strict) return strictly(name, decoder)
  // Faster, and its strings take half the memory if all characters are ASCII.
  if (decoder.encoding === 'utf-8') return new StringDecoder('utf8')
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() }
}

const findDecoder = (
  name: string,
  label: string,
  { fatal, chosen }: { fatal: boolean; chosen: boolean },
): TextDecoder => {
  try {
    return new TextDecoder(label, { fatal })
  } catch (cause) {
    const quoted = JSON.stringify(label)
    throw chosen
      ? new UsageError(`there is no encoding ${quoted}`, {
          hint: 'such as utf-8, utf-16le, windows-1252, shift_jis',
          cause,
        })
      : new UsageError(`${sourceName(name)} says that it is encoded in ${quoted}, which is not known`, {
          hint: 'write the report in UTF-8',
          cause,
        })
  }
}

/** Makes a decoder throw a UsageError with the line of invalid bytes, instead of putting U+FFFD in their place. */
const strictly = (name: string, decoder: TextDecoder): Decoder => {
  let line = 1
  const attempt = (bytes: Uint8Array | undefined): string => {
    try {
      const text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
      line += text.match(/\n/g)?.length ?? 0
      return text
    } catch (cause) {
      const at = line + (bytes ? linesBeforeFault(bytes, decoder.encoding) : 0)
      throw new UsageError(
        `${sourceName(name)} is not ${decoder.encoding.toUpperCase()}: there are other bytes in line ${at}`,
        {
          hint: 'name its encoding: --encoding windows-1252',
          cause,
        },
      )
    }
  }
  return {
    write: attempt,
    end: () => attempt(undefined),
  }
}

const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text)

const encodingOf = (head: Uint8Array): string => {
  const [a, b] = head
  if (a === 0x3c && b === 0) return 'utf-16le'
  if (a === 0 && b === 0x3c) return 'utf-16be'
  const start = Buffer.from(head.subarray(0, enough)).toString('latin1')
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1] ?? 'utf-8'
  // Some writers declare UTF-16 because that is how they hold strings, and then write UTF-8.
  return /^(utf-?16|ucs-?2|iso-10646-ucs)/i.test(declared) ? 'utf-8' : declared
}
