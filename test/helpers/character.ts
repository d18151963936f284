import fc from 'fast-check'

// fast-check's own `binary` lists them all when it is first used, which takes a second of every worker.
const halves = 0x800

/** Any character of Unicode, but for halves of pairs: the unit of strings that may hold anything. */
export const character = fc.integer({ min: 0, max: 0x10ffff - halves }).map(
  (at) => String.fromCodePoint(at < 0xd800 ? at : at + halves),
  (text) => {
    const code = (text as string).codePointAt(0)
    if (code === undefined || String.fromCodePoint(code) !== text) throw new TypeError('not one character')
    return code < 0xd800 ? code : code - halves
  },
)
