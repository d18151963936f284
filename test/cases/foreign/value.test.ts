import { expect, test } from 'vitest'
import { valueText } from '../../../src/cases/foreign/text/value.ts'

test.each<[string, unknown, string]>([
  ['nothing', null, ''],
  ['a text', 'High', 'High'],
  ['a number', 0, '0'],
  ['yes or no', false, 'false'],
  ['a list, without what is empty', ['a', null, '', 2], 'a, 2'],
  ['an object with no name but its own', { id: 7, self: 'https://x', name: 'High' }, 'High'],
  ['one by its title', { title: 'High' }, 'High'],
  ['a list of objects', [{ name: 'a' }, { value: 'b' }], 'a, b'],
  ['an object that says more', { name: 'High', color: 'red' }, '{"name":"High","color":"red"}'],
  ['an empty object', {}, ''],
])('a value of an export becomes a text: %s', (_, value, text) => expect(valueText(value)).toBe(text))
