import { expect, test } from 'vitest'
import { parsePostgresAddress, parseStandbyAddress } from '../../../src/store/postgres/address.ts'

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
