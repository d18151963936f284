import { posix, win32 } from 'node:path'
import { expect, test } from 'vitest'
import { parseStoreAddress } from '../../src/store/address.ts'

test.each([
  ['file:C:\\stores\\team.db', 'C:\\stores\\team.db'],
  ['file:C:/stores/team.db', 'C:/stores/team.db'],
  ['file:///C:/stores/team.db', 'C:/stores/team.db'],
  ['file:/C:/stores/team.db', 'C:/stores/team.db'],
  ['file:c:team.db', 'c:team.db'],
  ['file:.\\team.db', 'D:\\work\\team.db'],
  ['file:team.db', 'D:\\work\\team.db'],
  ['file:\\stores\\team.db', '\\stores\\team.db'],
  ['file:\\\\server\\share\\team.db', '\\\\server\\share\\team.db'],
])('on Windows %s is the file %s', (address, path) => {
  expect(parseStoreAddress(address, 'D:\\work', win32).path).toBe(path)
})

test('elsewhere a drive is a name like any other', () => {
  expect(parseStoreAddress('file:///C:/team.db', '/home', posix)).toEqual({ label: '/C:/team.db', path: '/C:/team.db' })
  expect(parseStoreAddress('file:C:team.db', '/home', posix).path).toBe('/home/C:team.db')
})
