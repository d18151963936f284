import { describe, expect, test } from 'vitest'
import { match, usualRules } from '../../../src/submission/match/index.ts'
import { outcome } from '../outcome.ts'

const nearestTo = (results: string[], names: string[], more: { nearest?: boolean } = {}): (string[] | undefined)[] => {
  const targets = names.map((name, at) => ({ id: `${at}`, name, identifiers: [`WEB-T${at + 1}`] }))
  const { unmatched } = match({
    outcomes: results.map((at) => outcome(at)),
    targets,
    project: 'WEB',
    among: { many: 'tests', where: 'in the run' },
    rules: usualRules,
    ...more,
  })
  return unmatched.map(({ nearest }) => nearest?.map(({ name }) => name))
}

const run = [
  'logs in',
  'logs out',
  'Cart › adds an item',
  'adds an item to the cart',
  'test_login',
  'adds',
  'the cart is emptied after payment',
  'Überprüft die Größe',
]

describe('what an unmatched result may have meant', () => {
  test.for<[result: string, nearest: string[] | undefined]>([
    ['LOGS IN', ['logs in', 'logs out']],
    ['logs  in', ['logs in', 'logs out']],
    ['log in', ['logs in', 'test_login']],
    ['lgos in', ['logs in']],
    ['WEB-C99 logs in', ['logs in', 'logs out']],
    ['Cart › adds an itm', ['Cart › adds an item', 'adds an item to the cart', 'adds']],
    ['test_login[chrome]', ['test_login']],
    ['testLogin', ['test_login']],
    ['aads', ['adds']],
    ['after payment the cart is empty', ['the cart is emptied after payment']],
    ['überprüft die grösse', ['Überprüft die Größe']],
    ['nothing alike', undefined],
    ['x', undefined],
    ['…', undefined],
    ['', undefined],
    ['WEB-C99', undefined],
  ])('%s: %s', ([result, nearest]) => expect(nearestTo([result], run)).toEqual([nearest]))
})

test('at most three, in the order of the run where they are as near', () => {
  const names = ['works 4', 'works 2', 'works 1', 'works 3']
  expect(nearestTo(['works 5'], names)).toEqual([['works 4', 'works 2', 'works 1']])
})

test('nothing is near to a name that is there and decides nothing: the reason says which they are', () => {
  expect(nearestTo(['same'], ['same', 'same', 'some'])).toEqual([undefined])
  expect(nearestTo(['A › same', 'B › same'], ['same'])).toEqual([undefined, undefined])
})

test('nothing is looked for where it will be created', () => {
  expect(nearestTo(['log in'], run, { nearest: false })).toEqual([undefined])
})

test('among very many tests the one is found, whatever the others have in common with it', () => {
  const names = Array.from({ length: 100_000 }, (_, at) => `the user does step ${at} of the order`)
  expect(nearestTo(['The user does step 73519 of an order'], names)[0]?.[0]).toBe(
    'the user does step 73519 of the order',
  )
})

test('for a thousand unmatched results, and not for more', () => {
  const names = Array.from({ length: 1100 }, (_, at) => `does step ${at}`)
  const found = nearestTo(
    names.map((name) => `${name}!`),
    names,
  )
  expect(found.slice(0, 1000).every((one) => one !== undefined)).toBe(true)
  expect(found.slice(1000).every((one) => one === undefined)).toBe(true)
  expect(found[73]?.[0]).toBe('does step 73')
})

test('names of any length and kind', () => {
  const names = ['a'.repeat(10_000), '🎉'.repeat(300), '\ud800', '\0', ' ', 'a'.repeat(10_001)]
  expect(() => nearestTo(['a'.repeat(9_999), '🎉', '\ud800\ud800', '\0\0', '  '], names)).not.toThrow()
})
