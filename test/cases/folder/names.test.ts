import { expect, test } from 'vitest'
import { fileNameOf, takeName } from '../../../src/cases/folder/names.ts'

const named = (name: string, customFields = {}) => ({ name, preconditions: '', steps: [], customFields })

test.each([
  ['Login works', 'WEB-C1', 'WEB-C1-login-works.md'],
  ['Çafé ÜBER 2', 'WEB-C1', 'WEB-C1-cafe-uber-2.md'],
  ['ﬁne — "quoted"', undefined, 'fine-quoted.md'],
  ['購入', 'WEB-C1', 'WEB-C1.md'],
  ['購入', undefined, 'case.md'],
  [`${'x'.repeat(59)} y`, 'WEB-C1', `WEB-C1-${'x'.repeat(59)}.md`],
])('%j of %s is in %s', (name, identifier, file) => {
  expect(fileNameOf(named(name), identifier)).toBe(file)
})

test('a case that is new has the name of where it is from', () => {
  expect(fileNameOf(named('Pay', { source: 'testrail:C12 (old)' }), undefined)).toBe('testrail-C12-old--pay.md')
})

test('names that some disks take for the same get a number, and so does a device of Windows', () => {
  const taken = new Set<string>()
  expect(['Pay.md', 'pay.md', 'PAY.md', 'con.md', 'CON.md', 'com1.md'].map((name) => takeName(name, taken))).toEqual([
    'Pay.md',
    'pay-2.md',
    'PAY-3.md',
    'con-1.md',
    'CON-2.md',
    'com1-1.md',
  ])
})
