/** Splits a text into lines as it streams in, at any line end: LF, CRLF, or CR alone. */
export const linesOf = async function* (texts: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest: string[] = []
  let endsInReturn = false
  for await (const text of texts) {
    if (text === '') continue
    // Skips the second half of a CRLF that was split between two chunks.
    const piece = endsInReturn && text.startsWith('\n') ? text.slice(1) : text
    endsInReturn = text.endsWith('\r')
    const lines = piece.split(/\r\n|[\n\r]/)
    rest.push(lines.shift()!)
    if (lines.length === 0) continue
    const whole = [rest.join(''), ...lines.slice(0, -1)]
    rest = [lines.at(-1)!]
    yield whole
  }
  const last = rest.join('')
  if (last) yield [last]
}
