import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutName, namesOf, wholeNameOf } from '../../../src/submission/match/names.ts'

test('the class is left out where it only repeats the suite or the name', () => {
  const at = { suite: ['Shop', 'Cart'], name: 'adds' }
  expect(namesOf({ ...at, classname: undefined })[0]).toBe('Shop › Cart › adds')
  expect(namesOf({ ...at, classname: 'Cart' })[0]).toBe('Shop › Cart › adds')
  expect(namesOf({ ...at, classname: 'adds' })[0]).toBe('Shop › Cart › adds')
  expect(namesOf({ ...at, classname: 'shop.Cart' })).toEqual([
    'Shop › Cart › shop.Cart › adds',
    'Shop › Cart › adds',
    'shop.Cart › adds',
    'adds',
  ])
})

test('names that are too long for a case stay different when they are cut, and are cut once', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 600 }),
      fc.string({ minLength: 1 }),
      fc.string({ minLength: 1 }),
      (start, a, b) => {
        fc.pre(a !== b)
        expect(cutName(start + a)).not.toBe(cutName(start + b))
        expect(cutName(start + a).length).toBeLessThanOrEqual(500)
        expect(cutName(cutName(start + a))).toBe(cutName(start + a))
      },
    ),
  )
})

test('each name of a test is one that a case can have', () => {
  const text = fc.string({ maxLength: 400 })
  const named = fc.record({ suite: fc.array(text, { maxLength: 3 }), classname: fc.option(text), name: text })
  fc.assert(
    fc.property(named, ({ classname, ...at }) => {
      const names = namesOf({ ...at, classname: classname ?? undefined })
      for (const name of names) expect(name.length).toBeLessThanOrEqual(500)
      expect(names[0]).toBe(cutName(wholeNameOf({ ...at, classname: classname ?? undefined })))
      expect(names[3]).toBe(cutName(at.name))
    }),
  )
})
