import fc from 'fast-check'

// fast-check's own unit `binary` lists all characters when it is first used, which takes a second in every worker.
const halves = 0x800

/** An arbitrary Unicode character, never a lone surrogate: the unit of strings that may contain anything. */
export const character = fc.integer({ min: 0, max: 0x10ffff - halves }).map(
  (at) => String.fromCodePoint(at < 0xd800 ? at : at + halves),
  (text) => {
    const code = (text as string).codePointAt(0)
    if (code === undefined || String.fromCodePoint(code) !== text) throw new TypeError('not one character')
    return code < 0xd800 ? code : code - halves
  },
)
