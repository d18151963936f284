import { afterSpaces, expected, isWord, scalar, showCharacter, type GrammarState } from './grammar.ts'
import { createCapture, largestValue } from './capture.ts'
import { createStringReader, longestString } from './string.ts'

/** Receives the values of a JSON document as it streams by. A path has keys, and `*` for the items of a list: `results.tests.*`. */
export type JsonListener = {
  /** A value begins: enter it, take it whole, or skip it. There are no events for the inside of a value that is taken or skipped. */
  begins: (path: string, kind: JsonKind) => 'enter' | 'take' | 'skip'
  /** A value that was taken, and the line where it begins. Long texts in it are cut, at `longestString` characters by default. */
  takes: (value: unknown, path: string, line: number) => void
  /** An object or list that was entered has ended. */
  ends: (path: string) => void
}

/** What a value is: an object, a list, or a single value. */
export type JsonKind = 'object' | 'list' | 'other'

/** What is wrong with a document, and where; `cutOff` if it only ends too early. */
export type JsonFault = { what: string; line: number; column: number; cutOff: boolean }

// The deepest nesting of objects and lists.
const deepest = 1000
const longestWord = 400
const longestKey = 100

/**
 * Creates a scanner that validates a whole JSON document strictly, in pieces of any size, and passes the wanted values to `listener`. Holds
 * only a value that is being taken in memory. Throws the error that `refuse` makes of a fault.
 */
export const createJsonScanner = (
  listener: JsonListener,
  refuse: (fault: JsonFault) => Error,
  longest = longestString,
): { write: (text: string) => void; end: () => void } => {
  let state: GrammarState = 'value'
  // For each open object or list, whether an object encloses it; and the paths of those that were entered.
  const open: boolean[] = []
  let inObject = false
  const paths: string[] = []
  let path = ''
  // The depth at which the current taken or skipped value began; -1 if there is none.
  let outside = -1
  let began = 1
  let inString = false
  let word = ''
  let line = 1
  let lineStart = 0
  let before = 0
  const recording = createCapture()
  const string = createStringReader(recording, longest)

  const fault = (what: string, at: number, cutOff = false): Error =>
    refuse({ what, line, column: before + at - lineStart + 1, cutOff })

  const beginValue = (at: number, kind: JsonKind): void => {
    if (outside >= 0) return
    if (open.length > 0 && !inObject) path = join(paths.at(-1), '*')
    const wanted = listener.begins(path, kind)
    if (wanted === 'enter') return
    outside = open.length
    began = line
    if (wanted === 'take') recording.start(at)
  }
  const endValue = (text: string, at: number): void => {
    state = open.length === 0 ? 'end' : 'next'
    if (outside !== open.length) return
    outside = -1
    if (recording.isOn()) listener.takes(JSON.parse(recording.stop(text, at)), path, began)
  }
  const openAt = (at: number, isObject: boolean): void => {
    beginValue(at, isObject ? 'object' : 'list')
    if (open.length === deepest) throw fault(`it is nested more than ${deepest} deep`, at)
    if (outside < 0) paths.push(path)
    open.push(inObject)
    inObject = isObject
    state = isObject ? 'first key' : 'first value'
  }
  const closeAt = (text: string, at: number): void => {
    inObject = open.pop() ?? false
    if (outside < 0) {
      path = paths.pop() ?? ''
      listener.ends(path)
    }
    endValue(text, at + 1)
  }
  const beginString = (at: number): void => {
    if (state === 'value' || state === 'first value') beginValue(at, 'other')
    else if (outside < 0) recording.start(at)
    string.open()
    inString = true
  }
  const endString = (text: string, at: number): void => {
    inString = false
    if (state !== 'key' && state !== 'first key') return endValue(text, at)
    if (outside < 0) path = join(paths.at(-1), JSON.parse(recording.stop(text, at)))
    state = 'colon'
  }
  const readString = (text: string, from: number): number => {
    const at = string.read(text, from)
    if (at === text.length) return at
    if (string.inEscape())
      throw fault(`an escape in a text has ${showCharacter(text, at)} in it, which means nothing there`, at)
    if (text.charCodeAt(at) < 0x20)
      throw fault(`a text has ${showCharacter(text, at)} in it, which must be written as an escape`, at)
    endString(text, at + 1)
    return at + 1
  }
  const endWord = (text: string, at: number): void => {
    if (!scalar.test(word)) throw fault(`${JSON.stringify(word)} is no value`, at - word.length)
    word = ''
    endValue(text, at)
  }
  const readWord = (text: string, from: number): number => {
    let at = from
    while (at < text.length && isWord(text.charCodeAt(at))) at++
    word += text.slice(from, at)
    if (word.length > longestWord) throw fault(`a number or word has over ${longestWord} characters`, at)
    if (at < text.length) endWord(text, at)
    return at
  }
  const readMark = (text: string, from: number): number => {
    const at = afterSpaces(text, from)
    if (at === text.length) return at
    const code = text.charCodeAt(at)
    const wantsValue = state === 'value' || state === 'first value'
    const wantsKey = state === 'key' || state === 'first key'
    if (code === 0x0a) {
      line++
      lineStart = before + at + 1
    } else if (code === 0x0d || code === 0x09) return at + 1
    else if (code === 0x22 && (wantsKey || wantsValue)) beginString(at)
    else if (code === 0x2c && state === 'next') state = inObject ? 'key' : 'value'
    else if (code === 0x3a && state === 'colon') state = 'value'
    else if ((code === 0x7b || code === 0x5b) && wantsValue) openAt(at, code === 0x7b)
    else if (code === 0x7d && (state === 'first key' || (state === 'next' && inObject))) closeAt(text, at)
    else if (code === 0x5d && (state === 'first value' || (state === 'next' && !inObject))) closeAt(text, at)
    else if (wantsValue && isWord(code)) {
      beginValue(at, 'other')
      return readWord(text, at)
    } else if (code !== 0xfeff || before + at > 0)
      throw fault(
        `${expected[state === 'next' && inObject ? 'next key' : state]} was expected, not ${showCharacter(text, at)}`,
        at,
      )
    return at + 1
  }

  return {
    write: (text) => {
      let at = 0
      while (at < text.length) at = inString ? readString(text, at) : word ? readWord(text, at) : readMark(text, at)
      if (!recording.turn(text)) throw fault(`${path} is larger than ${largestValue / 1024 / 1024} MB`, at)
      before += text.length
    },
    end: () => {
      if (word && open.length === 0) endWord('', 0)
      if (state !== 'end') throw fault(`the file ends ${path ? `in the middle of ${path}` : 'too early'}`, 0, true)
    },
  }
}

const join = (parent: string | undefined, key: string): string =>
  parent ? `${parent}.${key.slice(0, longestKey)}` : key.slice(0, longestKey)
