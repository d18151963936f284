import { expect, test } from 'vitest'
import { isFileAddress, originOfAddress, parseServiceAddress } from '../../src/config/address.ts'
import { UsageError } from '../../src/errors.ts'

const parse = (text: string) => parseServiceAddress(text, { cwd: '/home/ana', origin: 'TESTCTL_URL' })

test.each([
  ['https://tests.example.com', 'https://tests.example.com'],
  [' https://tests.example.com/prefix/ ', 'https://tests.example.com/prefix/'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['file:./team.db', 'file:/home/ana/team.db'],
  ['file:../a b%.db', 'file:/home/a b%.db'],
  ['file:/srv/team.db', 'file:/srv/team.db'],
  ['file:///srv/team.db', 'file:///srv/team.db'],
  ['file::memory:', 'file::memory:'],
])('the address %j is kept as %j', (text, address) => {
  expect(parse(text)).toBe(address)
})

test.each([
  'tests.example.com',
  'localhost:8080',
  'ftp://tests.example.com',
  'javascript:alert(1)',
  '',
  'https://',
  'https://ana:canary@tests.example.com',
  'https://tests.example.com/?key=canary',
  'https://tests.example.com/#canary',
  'sk-canary',
])('%j is no address of a service, and the error does not repeat it', (text) => {
  expect(() => parse(text)).toThrow(UsageError)
  expect(() => parse(text)).toThrow(/TESTCTL_URL/)
  expect(() => parse(text)).not.toThrow(/canary/)
})

test('an address belongs to its scheme, host and port', () => {
  expect(originOfAddress('https://Tests.example.com:443/prefix')).toBe('https://tests.example.com')
  expect(originOfAddress('http://tests.example.com')).not.toBe(originOfAddress('https://tests.example.com'))
  expect(originOfAddress('https://tests.example.com:8443')).not.toBe(originOfAddress('https://tests.example.com'))
  expect(isFileAddress('file:./team.db')).toBe(true)
})
