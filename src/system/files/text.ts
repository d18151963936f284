/** Returns the name of a source that a user typed, on one line: `-` is stdin. */
export const sourceName = (typed: string): string => (typed === '-' ? 'stdin' : onOneLine(typed))

/** Puts a text on one line. A line break in a name could begin a log line that a CI system takes for a command. */
export const onOneLine = (text: string): string => text.replace(/\s+/g, ' ')

/**
 * Decodes a small file that people write: UTF-16 if its byte order mark says so, as Windows PowerShell writes with `>`; otherwise UTF-8.
 * Leaves the mark out.
 */
export const decodeFile = (bytes: Buffer): string => {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return bytes.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\ufeff/, '')
}

/**
 * Decodes a text that must be exact: as its byte order mark says (UTF-16 of either order, or UTF-8), otherwise in the `encoding` that the
 * user names, or UTF-8. Throws an error with the code `EILSEQ` and the `line` for invalid bytes, which `decodeFile` replaces by U+FFFD.
 */
export const decodeStrictly = (bytes: Buffer, encoding?: string): string => {
  const label = encodingByMark(bytes) ?? encoding ?? 'utf-8'
  try {
    const decoder = new TextDecoder(label, { fatal: true })
    // In a single call, Node 20 decodes windows-1252 as Latin-1: each – and each € would become a control character.
    return decoder.decode(bytes, { stream: true }) + decoder.decode()
  } catch (cause) {
    throw noText(bytes, { label, line: 1, cause })
  }
}

/** Decodes the first bytes of a file like `decodeStrictly`, but without errors; they may end within a character. */
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

/** Decodes a stream of bytes like `decodeStrictly`. */
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
    // A mark has two or three bytes, and a pipe may bring them one by one.
    if (!decoder && held.length < 3) continue
    yield decode(held, true)
    held = Buffer.alloc(0)
  }
  yield decode(held, false)
}

/** Returns the encoding that a byte order mark names. It overrides the user's choice: the file may have been saved again since. */
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

/** Counts the lines that end in a piece of a text before its first invalid bytes. */
export const linesBeforeFault = (bytes: Uint8Array, label: string): number => {
  const isUtf8 = label.toLowerCase() === 'utf-8'
  // A piece of UTF-8 may begin within a character, whose remaining bytes alone are invalid.
  let from = 0
  if (isUtf8) while (from < 3 && ((bytes[from] ?? 0) & 0xc0) === 0x80) from++
  const piece = bytes.subarray(from)
  const text = new TextDecoder(label).decode(isUtf8 ? withoutReplacements(piece) : piece)
  const fault = text.indexOf('\ufffd')
  return fault < 0 ? 0 : text.slice(0, fault).split('\n').length - 1
}

/** Replaces each U+FFFD that the text itself has: it is valid, but a decoder writes the same for invalid bytes. */
const withoutReplacements = (bytes: Uint8Array): Buffer =>
  Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(replacement, '?'), 'latin1')

const replacement = Buffer.from('\ufffd').toString('latin1')
