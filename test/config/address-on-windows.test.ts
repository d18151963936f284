import { posix, win32 } from 'node:path'
import { expect, test } from 'vitest'
import { parseServiceAddress } from '../../src/config/address.ts'

test.each([
  ['file:C:\\stores\\team.db', 'file:C:\\stores\\team.db'],
  ['file:C:/stores/team.db', 'file:C:\\stores\\team.db'],
  ['file:/C:/stores/team.db', 'file:C:\\stores\\team.db'],
  ['file:///C:/stores/team.db', 'file:C:\\stores\\team.db'],
  ['file:team.db', 'file:D:\\work\\team.db'],
  ['file:..\\team.db', 'file:D:\\team.db'],
  ['file::memory:', 'file::memory:'],
])('on Windows %s is stored as %s', (typed, stored) => {
  expect(parseServiceAddress(typed, { cwd: 'D:\\work', origin: '--url', paths: win32 })).toBe(stored)
})

test('elsewhere a drive is a name like any other', () => {
  const stored = (typed: string) => parseServiceAddress(typed, { cwd: '/home', origin: '--url', paths: posix })
  expect(stored('file:/C:/team.db')).toBe('file:/C:/team.db')
  expect(stored('file:C:team.db')).toBe('file:/home/C:team.db')
})
