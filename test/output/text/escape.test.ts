import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepingJoiners, safe, safeJson, safeLines } from '../../../src/output/text/escape.ts'
import { examples } from '../../helpers/soak.ts'
import { character } from '../../helpers/character.ts'

test.each([
  ['Login works', 'Login works'],
  ['Zürich 日本語 ❤️ é', 'Zürich 日本語 ❤️ é'],
  ['red\u001b[31m', 'red\\u001b[31m'],
  ['title\u001b]0;owned\u0007', 'title\\u001b]0;owned\\u0007'],
  ['C1 \u009b31m', 'C1 \\u009b31m'],
  ['two\nlines\r\n\tindented', 'two\\nlines\\r\\n\\tindented'],
  ['DEL \u007f', 'DEL \\u007f'],
  ['user\u202Egpj.exe', 'user\\u202egpj.exe'],
  ['pass\u200bword', 'pass\\u200bword'],
  ['pass\u200dword', 'pass\\u200dword'],
  ['\ufeffmark', '\\ufeffmark'],
  ['half \ud83d', 'half \\ud83d'],
  ['line\u2028separator', 'line\\u2028separator'],
  ['tag\u{e0041}', 'tag\\udb40\\udc41'],
  ['a family 👨‍👩‍👧‍👦 and a coder 👩🏽‍💻', 'a family 👨‍👩‍👧‍👦 and a coder 👩🏽‍💻'],
  ['five 👨‍👩‍👧‍👦‍👦', 'five 👨‍👩‍👧‍👦\\u200d👦'],
])('%j is shown as %s', (text, shown) => {
  expect(safe(text)).toBe(shown)
})

test('a text of several lines keeps its newlines and tabs, and nothing else that acts', () => {
  expect(safeLines('one\r\n\ttwo\u001b[2J\rthree\n')).toBe('one\n\ttwo\\u001b[2J\\rthree\n')
})

test.each([
  ['نمی\u200cخواهم\u200b', 'نمی\u200cخواهم\\u200b'],
  ['نمی\u200c \u200cپس', 'نمی\\u200c \\u200cپس'],
  ['pass\u200cword', 'pass\\u200cword'],
  ['\u202eنمی\u200cخواهم\u001b[2J', '\\u202eنمی\u200cخواهم\\u001b[2J'],
])('%j keeps the joiners of its words, and nothing else that cannot be seen', (text, shown) => {
  expect(keepingJoiners(text, safe)).toBe(shown)
})

const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at))
const special = ['\u061c', '\ufeff', '\u200d', '👩', '💻', '\ud83d', '\udc00', '\u{e0061}']
// Of seven characters, three are among the first of Unicode, two are its punctuation, and one is special. A single choice among all
// of them takes half the time of choosing a kind first.
const chosen = [...range(0, 0x9f), ...range(0x2000, 0x206f), ...Array.from({ length: 7 }, () => special).flat()]
const hostile = fc.string({
  unit: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...chosen) }, { weight: 1, arbitrary: character }),
  maxLength: 30,
})
const acting = new RegExp(
  String.raw`[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200c\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]`,
)
const member = String.raw`\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?`
const loneJoiner = new RegExp(String.raw`(?<!${member})\u200d|\u200d(?!${member})`, 'u')

// RELIABILITY 10
test('of 100,000 hostile strings none brings a terminal anything that acts, but newline and tab where there are lines', () => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 100, maxLength: 100 }), (texts) =>
      texts.every((text) => {
        const [line, lines] = [safe(text), safeLines(text)]
        const whole = line.isWellFormed() && !acting.test(line) && !loneJoiner.test(line)
        return whole && !acting.test(lines.replace(/[\n\t]/g, ''))
      }),
    ),
    examples(1000),
  )
})

test('JSON is the same when parsed and has nothing in it that acts', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: character }), hostile, (value, text) => {
      const json = safeJson(JSON.stringify([value, text]))
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify([value, text])))
      expect(json).not.toMatch(acting)
    }),
    examples(300),
  )
})
