import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Decision, readDecisions } from './decisions.ts'
import { root, type Source, sourcesIn } from './sources.ts'

// DECISIONS.md names the files that follow each decision, and those files name its number, so that readers of one find the other.

/** The numbers after the word DECISIONS: `7`, `2, 12, 15`, `S1`. */
const numbersIn = (text: string): string[] =>
  [...text.matchAll(/\bDECISIONS ([A-Z]?\d+(?:(?:, | and )[A-Z]?\d+)*)/g)].flatMap(([, list = '']) =>
    list.split(/, | and /),
  )

const decisions = readDecisions(readFileSync(join(root, 'src/DECISIONS.md'), 'utf8'))
const sources = (await sourcesIn('src', 'bin', 'test', '.github')).filter(({ path }) => path !== 'src/DECISIONS.md')

const unnamed = (all: readonly Omit<Decision, 'title'>[], files: readonly Source[]): string[] =>
  all
    .filter(
      ({ number, places }) =>
        !files.some(
          ({ path, text }) => places.some((place) => path.startsWith(place)) && numbersIn(text).includes(number),
        ),
    )
    .map(({ number, places }) => `${number}, in ${places.join(' or ')}`)

test('decisions are numbered once, in their order', () => {
  const numbers = decisions.map(({ number }) => number)
  expect(numbers.length).toBeGreaterThan(80)
  expect(new Set(numbers).size).toBe(numbers.length)
  const plain = numbers.filter((number) => /^\d/.test(number)).map(Number)
  expect(plain).toEqual(plain.map((_, index) => index + 1))
})

test('every decision says where to change it, and that place exists', () => {
  expect(decisions.filter(({ places }) => places.length === 0)).toEqual([])
  const absent = decisions.flatMap(({ number, places }) =>
    places.filter((place) => !existsSync(join(root, place))).map((place) => `${number}: ${place}`),
  )
  expect(absent).toEqual([])
})

test('no decision names a place twice', () => {
  const twice = decisions.filter(({ places }) => new Set(places).size !== places.length)
  expect(twice.map(({ number }) => number)).toEqual([])
})

test('every decision is named in the code that follows it', () => {
  expect(unnamed(decisions, sources), 'write DECISIONS and the number into a comment there').toEqual([])
})

test('every decision that a file names exists', () => {
  const known = new Set(decisions.map(({ number }) => number))
  const strange = sources.flatMap(({ path, text }) =>
    numbersIn(text)
      .filter((number) => !known.has(number) && !path.startsWith('test/repository/'))
      .map((number) => `${path}: DECISIONS ${number}`),
  )
  expect(strange).toEqual([])
})

test('a decision that no file of its place names is found', () => {
  const planted = [{ number: '7', places: ['src/service/'] }]
  const at = (path: string, text: string) => unnamed(planted, [{ path, text }])
  expect(at('src/service/operations/cases.ts', '// DECISIONS 7')).toEqual([])
  expect(at('src/service/operations/cases.ts', '// DECISIONS 2, 7 and 9')).toEqual([])
  expect(at('src/service/operations/cases.ts', '// DECISIONS 71')).toEqual(['7, in src/service/'])
  expect(at('src/wire/codec/query.ts', '// DECISIONS 7')).toEqual(['7, in src/service/'])
})
