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
 * The same of a text that must arrive as it is: UTF-16 of either order by its mark, else UTF-8. Bytes that mean nothing are an
 * error with the code `EILSEQ` and the `line`, where `decodeFile` puts U+FFFD in their place.
 */
export const decodeStrictly = (bytes: Buffer): string => {
  const label =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch (cause) {
    const lines = new TextDecoder(label).decode(bytes).split('\n')
    const line = lines.findIndex((text) => text.includes('\ufffd')) + 1
    throw Object.assign(new Error('EILSEQ: the bytes are no text', { cause }), {
      code: 'EILSEQ',
      line: Math.max(1, line),
    })
  }
}
