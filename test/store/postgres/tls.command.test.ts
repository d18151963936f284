import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { openStore } from '../../../src/store/index.ts'
import { parsePostgresAddress } from '../../../src/store/postgres/address.ts'

afterEach(() => vi.unstubAllEnvs())

const modeOf = (address: string): string | null =>
  new URL(parsePostgresAddress(address).addresses[0]).searchParams.get('sslmode')

test.each([
  ['postgres://db.example.com/team', 'verify-full'],
  ['postgres://10.0.0.5/team', 'verify-full'],
  ['postgres:///team?host=db', 'verify-full'],
  ['postgres://localhost.example.com/team', 'verify-full'],
  ['postgres://db/team?sslmode=disable', 'disable'],
  ['postgres://db/team?sslmode=no-verify', 'no-verify'],
  ['postgres://db/team?sslmode=prefer', 'verify-full'],
  ['postgres://db/team?sslmode=allow', 'verify-full'],
  ['postgres://db/team?ssl=no-verify', null],
  ['postgres://db/team?sslrootcert=ca.pem', null],
  ['postgres:///team', null],
  ['postgres://localhost/team', null],
  ['postgres://127.0.0.1:5433/team', null],
  ['postgres://[::1]/team', null],
  ['postgres:///team?host=/run/postgresql', null],
  ['postgres://%2Frun%2Fpostgresql/team', null],
])('how %s uses TLS: %s', (address, mode) => {
  vi.stubEnv('PGSSLMODE', undefined)
  vi.stubEnv('PGHOST', undefined)
  expect(modeOf(address)).toBe(mode)
})

test('each of several hosts is looked at by itself', () => {
  vi.stubEnv('PGSSLMODE', undefined)
  const { addresses } = parsePostgresAddress('postgres://127.0.0.1,db/team')
  expect(addresses).toEqual(['postgres://127.0.0.1/team', 'postgres://db/team?sslmode=verify-full'])
})

test('PGSSLMODE counts where the address says nothing, and PGHOST where it has no host', () => {
  vi.stubEnv('PGSSLMODE', undefined)
  vi.stubEnv('PGHOST', 'db')
  expect(modeOf('postgres:///team')).toBe('verify-full')
  vi.stubEnv('PGSSLMODE', 'disable')
  expect(modeOf('postgres://db/team')).toBe('disable')
  expect(modeOf('postgres://db/team?sslmode=require')).toBe('verify-full')
})

test('the files that PGSSLROOTCERT, PGSSLCERT and PGSSLKEY name are used where there is TLS, and the address names none', () => {
  vi.stubEnv('PGSSLMODE', undefined)
  vi.stubEnv('PGSSLROOTCERT', 'ca.pem')
  vi.stubEnv('PGSSLCERT', 'ana.pem')
  const filesOf = (address: string) => {
    const { searchParams } = new URL(parsePostgresAddress(address).addresses[0])
    return ['sslrootcert', 'sslcert', 'sslkey'].map((name) => searchParams.get(name))
  }
  expect(filesOf('postgres://db/team')).toEqual(['ca.pem', 'ana.pem', null])
  expect(filesOf('postgres://db/team?sslrootcert=own.pem&sslmode=verify-ca')).toEqual(['own.pem', 'ana.pem', null])
  expect(filesOf('postgres://db/team?sslmode=disable')).toEqual([null, null, null])
  expect(filesOf('postgres://localhost/team')).toEqual([null, null, null])
})

test('sslrootcert=system means the authorities that the system knows', () => {
  vi.stubEnv('PGSSLMODE', undefined)
  vi.stubEnv('PGSSLROOTCERT', undefined)
  expect(parsePostgresAddress('postgres://localhost/team?sslrootcert=system').addresses).toEqual([
    'postgres://localhost/team?sslmode=verify-full',
  ])
})

test('a mode that there is not is refused', () => {
  expect(() => modeOf('postgres://db/team?sslmode=bogus')).toThrow('sslmode=bogus is not known')
  vi.stubEnv('PGSSLMODE', 'bogus')
  expect(() => modeOf('postgres://db/team')).toThrow('sslmode=bogus is not known')
})

test('a file of certificates that is not there is named', async () => {
  const error = await openStore('postgres://ana@localhost:1/team?sslrootcert=/nowhere.pem').catch(
    (thrown: unknown) => thrown,
  )
  expect(error).toMatchObject({
    name: 'UnavailableError',
    message: expect.stringContaining('/nowhere.pem'),
    hint: expect.stringContaining('sslrootcert'),
  })
})

// testctl takes 0.0.0.0 for another machine.
test.skipIf(process.platform === 'win32')(
  'a database without TLS on another machine hears no user and no password',
  async () => {
    vi.stubEnv('PGSSLMODE', undefined)
    const heard: Buffer[] = []
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', (data) => {
        heard.push(data)
        socket.write('N')
      })
    }).listen(0)
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const error = await openStore(`postgres://canary:canary@0.0.0.0:${port}/team`).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      name: 'UnavailableError',
      message: expect.stringContaining('does not support SSL'),
      hint: expect.stringContaining('?sslmode=disable'),
    })
    expect(Buffer.concat(heard).toString()).not.toContain('canary')
  },
)
