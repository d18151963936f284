import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cut, namesOf } from '../../src/submission/names.ts'

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
        expect(cut(start + a)).not.toBe(cut(start + b))
        expect(cut(start + a).length).toBeLessThanOrEqual(500)
        expect(cut(cut(start + a))).toBe(cut(start + a))
      },
    ),
  )
})
