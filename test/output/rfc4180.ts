/** Parses CSV strictly by RFC 4180: records end in CRLF, and cells may be quoted. Throws for anything else. */
export const parseCsv = (text: string): string[][] => {
  const records: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const found = cell.exec(text)
    if (!found) throw new Error(`no CSV at ${at}: ${JSON.stringify(text.slice(at, at + 20))}`)
    const [, quoted, plain = '', end] = found
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end !== ',') records.push([])
  }
  return records.slice(0, -1)
}
