import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatIdentifier, parseIdentifier, parseShortIdentifier } from '../../src/contract/identifiers.ts'

const identifiers = fc.record({
  project: fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,15}$/),
  noun: fc.constantFrom('cases', 'runs', 'tests', 'milestones'),
  displayId: fc.nat(),
})

test('an identifier that is written is read back the same', () => {
  fc.assert(
    fc.property(identifiers, (one) => {
      expect(parseIdentifier(formatIdentifier(one))).toEqual(one)
    }),
  )
})

test('WEB-T12 is test 12 of WEB, and so is web-t12 of web', () => {
  expect(parseIdentifier('WEB-T12')).toEqual({ project: 'WEB', noun: 'tests', displayId: 12 })
  expect(parseIdentifier('web-t12')).toEqual({ project: 'web', noun: 'tests', displayId: 12 })
})

test('T12 is test 12 of a project that is known from elsewhere', () => {
  expect(parseShortIdentifier('T12')).toEqual({ noun: 'tests', displayId: 12 })
  expect(parseShortIdentifier('WEB-T12')).toBeUndefined()
})

test.each(['SHA-256', 'WEB-X1', 'WEB-T', 'T', 'WEB-T1 ', '-T1', 'A--T1', '../T1', 'WEB-T1234567890123456'])(
  '%s is no identifier',
  (text) => expect(parseIdentifier(text)).toBeUndefined(),
)

test("a project's identifier may have hyphens in another service, which a UUID has as well", () => {
  expect(parseIdentifier('MY-APP-T3')).toEqual({ project: 'MY-APP', noun: 'tests', displayId: 3 })
  expect(parseIdentifier('0191fa10-52b1-4c07-8f4e-c12345678901')).toBeUndefined()
})

test('a UUID is never taken for an identifier', () => {
  for (let index = 0; index < 10_000; index++) expect(parseIdentifier(randomUUID())).toBeUndefined()
  expect(parseIdentifier('a1b2c3d4-0000-4000-8000-c12345678901')).toBeUndefined()
})
