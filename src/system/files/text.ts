/** How people call a file that they typed, on one line: `-` is stdin. */
export const sourceName = (typed: string): string => (typed === '-' ? 'stdin' : onOneLine(typed))

/** A text on one line. A name with a line break could begin a line of a log that a CI system takes for a command. */
export const onOneLine = (text: string): string => text.replace(/\s+/g, ' ')

/**
 * The text of a small file that people write: a byte order mark says that it is UTF-16, which Windows PowerShell writes
 * with `>`; else it is UTF-8. The mark is left out.
 */
export const decodeFile = (bytes: Buffer): string => {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return bytes.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\ufeff/, '')
}

/**
 * The same of a text that must arrive as it is: UTF-16 of either order by its mark, else UTF-8, or the `encoding` that the user
 * names for a file without a mark. Bytes that mean nothing are an error with the code `EILSEQ` and the `line`, where `decodeFile`
 * puts U+FFFD in their place.
 */
export const decodeStrictly = (bytes: Buffer, encoding?: string): string => {
  const label = encodingByMark(bytes) ?? encoding ?? 'utf-8'
  try {
    const decoder = new TextDecoder(label, { fatal: true })
    // Of one call alone Node 20 takes windows-1252 for Latin-1: each – and each € would become a control character.
    return decoder.decode(bytes, { stream: true }) + decoder.decode()
  } catch (cause) {
    throw noText(bytes, { label, line: 1, cause })
  }
}

/** The text of the first bytes of such a file, which may end within a character. */
export const decodeBeginning = (bytes: Buffer, encoding?: string): string =>
  new TextDecoder(encodingByMark(bytes) ?? encoding ?? 'utf-8').decode(bytes, { stream: true })

/** Whether there is an encoding of this name. */
export const isEncoding = (label: string): boolean => {
  try {
    return Boolean(new TextDecoder(label))
  } catch {
    return false
  }
}

/** `decodeStrictly` of bytes that stream in. */
export const decodeStream = async function* (chunks: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let held: Buffer = Buffer.alloc(0)
  let line = 1
  const decode = (bytes: Buffer, stream: boolean): string => {
    decoder ??= new TextDecoder(encodingByMark(bytes) ?? 'utf-8', { fatal: true })
    try {
      const text = decoder.decode(bytes, { stream })
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) line++
      return text
    } catch (cause) {
      throw noText(bytes, { label: decoder.encoding, line, cause })
    }
  }
  for await (const chunk of chunks) {
    if (typeof chunk === 'string') {
      yield chunk
      continue
    }
    held = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
    // A mark has two bytes or more, and a pipe may bring them one by one.
    if (!decoder && held.length < 3) continue
    yield decode(held, true)
    held = Buffer.alloc(0)
  }
  yield decode(held, false)
}

/** The encoding that a byte order mark says, which counts more than what a user names: the file may have been saved anew since. */
export const encodingByMark = ([first, second, third]: Uint8Array): string | undefined => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined
}

const noText = (bytes: Buffer, { label, line, cause }: { label: string; line: number; cause: unknown }): Error =>
  Object.assign(new Error('EILSEQ: the bytes are no text', { cause }), {
    code: 'EILSEQ',
    line: line + linesBeforeFault(bytes, label),
  })

/** How many lines end in a piece of a text before the bytes that mean nothing. */
export const linesBeforeFault = (bytes: Uint8Array, label: string): number => {
  // A piece of UTF-8 may begin within a character, whose bytes mean nothing alone.
  let from = 0
  if (label.toLowerCase() === 'utf-8') while (from < 3 && ((bytes[from] ?? 0) & 0xc0) === 0x80) from++
  const text = new TextDecoder(label).decode(bytes.subarray(from))
  const fault = text.indexOf('\ufffd')
  return fault < 0 ? 0 : text.slice(0, fault).split('\n').length - 1
}
