import { describe, expect, test } from 'vitest'
import { UnavailableError } from '../../src/errors.ts'
import { createSecret } from '../../src/service/auth/secret.ts'
import { openDashboard } from './dashboard/fixture.ts'
import { startServed } from './served.ts'

describe('a wrong key', () => {
  test('is a 401 however often it comes; the wait that it is asked for grows', async () => {
    const { ask } = await startServed()
    const seen = []
    for (let time = 0; time < 18; time++) seen.push(await ask('/v1/projects', { key: createSecret() }))
    expect(new Set(seen.map(({ status, body }) => `${status} ${body}`))).toEqual(
      new Set(['401 {"message":"UNAUTHORIZED"}']),
    )
    expect(seen.map(({ headers }) => headers['retry-after'])).toEqual([
      ...Array<undefined>(10).fill(undefined),
      '1',
      '2',
      '4',
      '8',
      '16',
      '32',
      '60',
      '60',
    ])
  })

  test('is a 401 beyond the rate of requests too, and so is none', async () => {
    const { ask } = await startServed({ rateLimit: 5 })
    const keys = Array.from({ length: 40 }, (_, at) => (at % 2 ? createSecret() : ''))
    const seen = await Promise.all(keys.map((key) => ask('/v1/projects', { key })))
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([401]))
    expect(seen.some(({ headers }) => headers['retry-after'] !== undefined)).toBe(true)
  })

  test('is a 401 while the store cannot count it', async () => {
    const { ask } = await startServed({
      countWrongKey: () => Promise.reject(new UnavailableError('the store is full')),
    })
    expect(await ask('/v1/projects', { key: createSecret() })).toMatchObject({
      status: 401,
      body: '{"message":"UNAUTHORIZED"}',
    })
  })

  test('keeps no right one waiting', async () => {
    const { ask } = await startServed({ rateLimit: 50 })
    for (let time = 0; time < 40; time++) await ask('/v1/projects', { key: createSecret() })
    expect((await ask('/v1/projects')).status).toBe(200)
  })

  test('counts for its own network only, behind a proxy that is trusted', async () => {
    const { ask } = await startServed({ trustProxy: true })
    const guess = async (address: string) => {
      const headers = { 'x-forwarded-for': `203.0.113.7, ${address}` }
      return (await ask('/v1/projects', { key: createSecret(), headers })).headers['retry-after']
    }
    for (let time = 0; time < 10; time++) expect(await guess('198.51.100.1')).toBeUndefined()
    expect(await guess('198.51.100.1')).toBe('1')
    expect(await guess('198.51.99.2')).toBeUndefined()
  })

  test.for([
    ['198.51.100.8', (time: number) => `198.51.100.8:${40_000 + time}`],
    ['2001:db8::1', (time: number) => `[2001:db8::1]:${40_000 + time}`],
    ['::ffff:198.51.100.8', (time: number) => `[::ffff:198.51.100.8]:${40_000 + time}`],
    ['[2001:db8::1]', () => '2001:db8::1'],
  ] as const)('counts for %s, whatever port the proxy names beside it', async ([address, withPort]) => {
    const { ask } = await startServed({ trustProxy: true })
    const guess = async (from: string) => {
      const headers = { 'x-forwarded-for': from }
      return (await ask('/v1/projects', { key: createSecret(), headers })).headers['retry-after']
    }
    for (let time = 0; time < 10; time++) expect(await guess(withPort(time))).toBeUndefined()
    expect(await guess(address)).toBe('1')
  })

  test('counts for the network that it came from, whatever address is made up', async () => {
    const { ask } = await startServed()
    const guess = async (time: number) => {
      const headers = { 'x-forwarded-for': `198.51.${time}.1` }
      return (await ask('/v1/projects', { key: createSecret(), headers })).headers['retry-after']
    }
    for (let time = 0; time < 10; time++) expect(await guess(time)).toBeUndefined()
    expect(await guess(11)).toBe('1')
  })
})

describe('a wrong key on the sign-in page', () => {
  test('is a 401 however often it comes, and the right one lets its owner in at once', async () => {
    const { browse, secrets } = await openDashboard()
    const browser = browse()
    const waits = []
    for (let time = 0; time < 14; time++) {
      const page = await browser.signIn('wrong')
      expect(page.status).toBe(401)
      waits.push(page.headers['retry-after'])
    }
    expect(waits.slice(9)).toEqual([undefined, '1', '2', '4', '8'])
    expect((await browser.signIn(secrets.ana)).status).toBe(200)
  })

  test('counts for all addresses of one IPv6 network', async () => {
    const { browse } = await openDashboard()
    const signIn = async (address: string) => (await browse().signIn('wrong', { address })).headers['retry-after']
    for (let time = 0; time < 10; time++) expect(await signIn(`2001:db8::${time}`)).toBeUndefined()
    expect(await signIn('2001:db8:0:0:1::2')).toBe('1')
    expect(await signIn('2001:db8:0:1::6')).toBeUndefined()
  })
})
