/**
 * The text of a small file that people write: a byte order mark says that it is UTF-16, which Windows PowerShell writes
 * with `>`; else it is UTF-8. The mark is left out.
 */
export const decodeFile = (bytes: Buffer): string => {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return bytes.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\ufeff/, '')
}
