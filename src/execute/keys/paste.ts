import type { Typed } from './key.ts'

/** A key as Node gives it. */
export type RawKey = {
  name?: string | undefined
  sequence?: string | undefined
  ctrl?: boolean | undefined
  meta?: boolean | undefined
}

/** Creates the parser of Node's key events. A paste that the terminal marks is one text, even if it contains keys. */
export const createPasteReader = (
  onTyped: (typed: Typed) => void,
): ((text: string | undefined, key: RawKey) => void) => {
  let pasted: string | undefined
  return (text, { name = '', sequence = '', ctrl = false, meta = false }) => {
    if (name === 'paste-start') {
      pasted = ''
    } else if (name === 'paste-end') {
      // A terminal sends CR at the end of a line, and CR LF in text from Windows.
      const whole = (pasted ?? '').replace(/\r\n?/g, '\n')
      pasted = undefined
      if (whole !== '') onTyped({ type: 'paste', text: whole })
    } else if (pasted !== undefined) {
      // A paste without an end must not fill the memory.
      if (pasted.length < mostPasted) pasted += sequence
    } else {
      const isText = text !== undefined && !ctrl && !meta && !/^[\0-\u001f\u007f]/.test(text)
      onTyped({ type: 'key', key: { name: name === '' && isText ? text : name, text: isText ? text : '', ctrl, meta } })
    }
  }
}

const mostPasted = 1_000_000
