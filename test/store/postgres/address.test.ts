import { afterEach, expect, test, vi } from 'vitest'
import { parsePostgresAddress, parseStandbyAddress } from '../../../src/store/postgres/address.ts'

afterEach(() => vi.unstubAllEnvs())

test('several hosts are tried in their order, for one that takes writes, and people read all of them', () => {
  expect(parsePostgresAddress('postgres://u:p%40@a,b:5433/team?application_name=x')).toEqual({
    label: 'team on a,b:5433',
    addresses: [
      'postgres://u:p%40@a/team?application_name=x&sslmode=verify-full',
      'postgres://u:p%40@b:5433/team?application_name=x&sslmode=verify-full',
    ],
    isWritable: true,
    searchPath: undefined,
  })
})

test.each([
  ['postgres://a/team', false],
  ['postgres://a/team?target_session_attrs=primary', true],
  ['postgres://a,b/team?target_session_attrs=any', false],
])('whether %s is looked at for writes: %s', (address, isWritable) => {
  const base = parsePostgresAddress(address)
  expect([base.isWritable, base.addresses.join()]).toEqual([isWritable, expect.not.stringContaining('target')])
})

test('a server for reading is refused', () => {
  expect(() => parsePostgresAddress('postgres://a/team?target_session_attrs=prefer-standby')).toThrow(
    'target_session_attrs=prefer-standby is not for a store, which is written',
  )
})

test.each([
  ['-c search_path=team', 'team'],
  ['-csearch_path=team,public', 'team,public'],
  ['-c search_path="My team",public', undefined],
  ['-c search_path="Team"', '"Team"'],
  ['-c search_path=team -c work_mem=1GB', undefined],
  [`-c search_path=team';drop`, undefined],
])('the search path in options %s is set by us: %s', (options, searchPath) => {
  const base = parsePostgresAddress(`postgres://a/team?options=${encodeURIComponent(options)}`)
  expect([base.searchPath, new URL(base.addresses[0]).searchParams.get('options')]).toEqual([
    searchPath,
    searchPath ? null : options,
  ])
})

test('each host of an address of standbys is one, by a name without the password', () => {
  const standbys = parseStandbyAddress('postgres://ana:secret@one,two:5433/team?target_session_attrs=standby')
  expect(standbys.map(({ label }) => label)).toEqual(['team on one', 'team on two:5433'])
  expect(standbys.map(({ addresses }) => addresses.join())).toEqual([
    'postgres://ana:secret@one/team?sslmode=verify-full',
    'postgres://ana:secret@two:5433/team?sslmode=verify-full',
  ])
  expect(() => parseStandbyAddress('postgres://a/team?target_session_attrs=primary')).toThrow(
    'target_session_attrs=primary is not for a standby, which is only read',
  )
  expect(() => parseStandbyAddress('postgres://one')).toThrow('the address of the standbys cannot be read')
})

test.each(['postgres://a', 'postgres://a,b', 'postgres://a:x,b/team', 'postgres://'])(
  '%s cannot be read',
  (address) => {
    expect(() => parsePostgresAddress(address)).toThrow('the address of the database cannot be read')
  },
)

test('an @ of a password that is not encoded is of the password, and of no message', () => {
  const { label, addresses } = parsePostgresAddress('postgres://ana:p@ss@127.0.0.1,[::1]:5433/team')
  expect(label).toBe('team on 127.0.0.1,[::1]:5433')
  expect(addresses).toEqual(['postgres://ana:p%40ss@127.0.0.1/team', 'postgres://ana:p%40ss@[::1]:5433/team'])
})

test.each(['postgres://ana:p@ss/w@db/team', 'postgres://ana:p@ss/w?#@db/team', 'postgres://ana@db/team#1'])(
  'what an unencoded password or name cuts off is not left out: %s cannot be read',
  (address) => {
    expect(() => parsePostgresAddress(address)).toThrow('the address of the database cannot be read')
  },
)

test('a % that stands for itself in the name of a database is no defect of testctl', () => {
  expect(parsePostgresAddress('postgres://a/fu%zz').label).toBe('fu%zz on a')
})

test("libpq's form for a socket is read: a user, no host, and the folder as host=", () => {
  const { label, addresses } = parsePostgresAddress('postgres://ana:p%40@/team?host=/run/postgresql')
  expect(label).toBe('team on /run/postgresql')
  expect(addresses).toEqual(['postgres:///team?host=%2Frun%2Fpostgresql&user=ana&password=p%40'])
})

test('a service of pg_service.conf is refused where it would name the host: another database might answer', () => {
  expect(() => parsePostgresAddress('postgres:///team?service=prod')).toThrow('pg_service.conf is not read')
  vi.stubEnv('PGHOST', undefined)
  vi.stubEnv('PGSERVICE', 'prod')
  expect(() => parsePostgresAddress('postgres:///team')).toThrow('pg_service.conf is not read')
  expect(parsePostgresAddress('postgres://a/team').label).toBe('team on a')
})
