import { describe, expect, it } from 'vitest'
import { jsonFileForm } from '../src/cases/file/json.ts'
import { jsonLosses } from '../src/cases/file/json-losses.ts'
import { isComment } from '../src/cases/markdown/steps/read.ts'
import { trimBlock } from '../src/cases/markdown/tree.ts'
import { parseKey } from '../src/config/key.ts'
import { parseIdentifier } from '../src/contract/identifiers.ts'
import { inputOf, typeKey } from '../src/execute/keys/text-input.ts'
import { prettyJson } from '../src/output/formats/pretty-json.ts'
import { diagnose } from '../src/reports/tap/diagnosis.ts'
import { parseTapLine } from '../src/reports/tap/line.ts'
import { messageInComment } from '../src/runs/comments/message.ts'
import { mavenFilter } from '../src/runs/filter/runners.ts'
import { readEntries } from '../src/submission/match/mapping-entries.ts'
import { findInNames, parsePattern } from '../src/submission/match/patterns.ts'
import { maskJson } from '../src/wire/middleware/mask-key.ts'

// A regular expression that starts again at each character (quadratic time) would take minutes or hours for each of these texts.
const much = 1_000_000
const spaces = ' '.repeat(much)

describe('a text of a million characters is read at once', () => {
  it('a number with very many zeros in a file of cases', () => {
    const number = `1${'0'.repeat(much)}1`
    expect(jsonLosses(`[${number}]`, [Infinity])).toHaveLength(1)
  })

  it('a comment in a case with very many dashes', () => {
    expect(isComment({ type: 'html', value: `<!-- a -->${'-'.repeat(much)}` })).toBe(false)
    expect(isComment({ type: 'html', value: '<!-- a --> <!-- b -->\n' })).toBe(true)
    expect(isComment({ type: 'html', value: '<!-- a -->\n-->\n' })).toBe(false)
    expect(isComment({ type: 'html', value: '<!--'.repeat(much) })).toBe(false)
    expect(isComment({ type: 'html', value: '<!-- -->'.repeat(much) })).toBe(true)
  })

  it('a step of a case with very many spaces in it', () => {
    expect(trimBlock(`\n a${spaces}b${spaces}`)).toBe(` a${spaces}b`)
  })

  it('a key among very many empty lines', () => {
    expect(() => parseKey(`a${'\n'.repeat(much)}b`, 'stdin')).toThrow('the key from stdin')
  })

  it('a note with a long word, of which the last is deleted', () => {
    expect(typeKey(inputOf(`${'a'.repeat(much)} b`), { name: 'w', text: '', ctrl: true, meta: false })?.at).toBe(
      much + 1,
    )
  })

  it('TAP: a diagnosis, a subtest, a reason and a directive', () => {
    expect(diagnose(['message: no', `at:${spaces}:\u2028x`]).message().text).toBeDefined()
    expect(parseTapLine(`# Subtest:${spaces}a\u2028b`)).toMatchObject({ name: 'a\u2028b' })
    expect(parseTapLine(`ok 1 - a # skip b${spaces}c`)).toMatchObject({ point: { directive: { word: 'skip' } } })
    expect(parseTapLine(`ok 1 - a${' #SKIP#K'.repeat(much / 8)}\u2028b`)).toMatchObject({ point: { name: 'a' } })
  })

  it('a comment of one line that seems to begin a failure again and again', () => {
    const remarks = [{ id: '1', content: `${' — failed ('.repeat(much / 10)}o\nno` }]
    expect(messageInComment({ remarks })).toBeUndefined()
  })

  it('a method of Java with very many brackets, on two lines', () => {
    expect(mavenFilter([`a.B › m${'('.repeat(much)}\n`])).toContain('m')
  })

  it('a mapping that is neither JSON nor lines', () => {
    const { unread } = readEntries(`{${'\n'.repeat(much)}{${'=>'.repeat(much)}"`)
    expect(unread).toHaveLength(1)
  })
})

// The regular expression engine keeps a backtracking position for each repetition of a group, in 64 MB: a few million do not fit.
describe('a text of twenty million characters, with as many escapes as it can have, is no error', () => {
  const escapes = String.raw`\n\"\\`.repeat(3_500_000)
  const long = 'x'.repeat(20_000_000)
  const jsons = [`{"a": "${escapes}","b":"${long}"}`]

  it.each(jsons)('masking the key in a body', (json) => {
    expect(maskJson('secret-key', json)).toBe(json)
    expect(maskJson('secret-key', `${json}"a secret-key"`)).toBe(`${json}"a ********"`)
  })

  it.each(jsons)('a mapping in JSON', (json) => {
    expect(readEntries(json).entries.map(({ name }) => name)).toEqual(['a', 'b'])
  })

  it.each(jsons)('JSON on a terminal', (json) => {
    expect(prettyJson(json, (_, text) => text)).toHaveLength(json.length + '\n  '.length * 2 + ' \n\n'.length)
  })

  it.each(jsons)('a file of cases in JSON', (json) => {
    expect(jsonFileForm.read(`[${json}]`).problems).not.toEqual([])
    expect(jsonLosses(json, { a: '', b: '' })).toEqual([])
  })

  it('a line that seems to be one of a mapping', () => {
    expect(readEntries(`{${long}=>${long}`).entries).toHaveLength(1)
  })

  it('a case with very many empty lines', () => {
    expect(trimBlock(`${'\n'.repeat(20_000_000)} a`)).toBe(' a')
  })

  it('a word with very many hyphens', () => {
    expect(parseIdentifier(`${'a-'.repeat(10_000_000)}-C1`)).toBeUndefined()
    expect(parseIdentifier(`${'a-'.repeat(10_000_000)}C1`)).toMatchObject({ displayId: 1 })
  })

  it('a name that a pattern of the user looks through', () => {
    const patterns = [parsePattern('(?<case>(?:[a-z]|[0-9])+)!')]
    expect(() => findInNames([long], { patterns, project: 'WEB' })).toThrow('takes too long on')
  })
})
