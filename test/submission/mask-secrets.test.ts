import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMask } from '../../src/submission/mask-secrets.ts'
import { character } from '../helpers/character.ts'

const mask = createMask({ DEPLOY_TOKEN: 'tulip-4711', PGPASSWORD: 'p w%d&x', PATH: '/usr/bin', SHORT_KEY: 'abc' }, [
  'stored-key',
])

test.for<[string, string, string]>([
  ['a value of a variable that is named a token', 'sent tulip-4711 along', 'sent [masked] along'],
  ['the same, in base64', `Basic ${Buffer.from('tulip-4711').toString('base64')}`, 'Basic [masked]=='],
  ['the same, in an address', 'GET /?p=p%20w%25d%26x', 'GET /?p=[masked]'],
  ['a key that was stored', 'X-API-Key: stored-key', 'X-API-Key: [masked]'],
  ['no value of another variable', 'in /usr/bin', 'in /usr/bin'],
  ['no value that is too short to be told from chance', 'abcdef', 'abcdef'],
  ['a token of GitHub', `ghp_${'a'.repeat(36)}`, '[masked]'],
  ['a key of AWS', 'AKIAIOSFODNN7EXAMPLE was used', '[masked] was used'],
  ['a JSON Web Token', 'eyJhbGciOiJI.eyJzdWIiOiIx.sig-nature', '[masked]'],
  ['a bearer', 'authorization: Bearer abcdef123456', 'authorization: Bearer [masked]'],
  ['a password in an address', 'postgres://ana:hunter22@db/x', 'postgres://ana:[masked]@db/x'],
  ['a password in JSON', '{"password":"hunter22"}', '{"password":"[masked]"}'],
  ['a private key, to its end', '-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----!', '[masked]!'],
  ['a private key that was cut off', 'x -----BEGIN PRIVATE KEY-----\nMIIE', 'x [masked]'],
  [
    'nothing of an ordinary message',
    'expected 3 tokens, got key "b" (SHA-256)',
    'expected 3 tokens, got key "b" (SHA-256)',
  ],
])('%s', ([, text, masked]) => expect(mask(text)).toBe(masked))

test('a secret that begins as another one is masked to its end, and one with blanks around it without these', () => {
  const both = createMask({ API_KEY: 'tulip-4711', ADMIN_KEY: 'tulip-4711-admin', DB_PASSWORD: ' rose-0815 ' })
  expect(both('tulip-4711-admin, tulip-4711; rose-0815.')).toBe('[masked], [masked]; [masked].')
})

test('whatever a secret is, and wherever it stands, it is not in what is left', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 6, unit: character }), fc.string(), fc.string(), (secret, before, after) => {
      fc.pre(secret.trim().length >= 6 && !'[masked]'.includes(secret.trim()))
      expect(createMask({ API_KEY: secret })(`${before}${secret}${after}`).includes(secret)).toBe(false)
    }),
  )
})

test('whatever a secret is, it is not in a text in JSON that it stands in', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 6, unit: character }), (secret) => {
      fc.pre(secret.trim().length >= 6 && !'[masked]'.includes(secret.trim()))
      const masked = createMask({ API_KEY: secret })(JSON.stringify({ sent: `with ${secret} in it` }))
      expect(masked).toContain('[masked]')
      expect(masked).not.toContain(JSON.stringify(secret).slice(1, -1))
    }),
  )
})

test('a long text takes no longer than a text', () => {
  for (const piece of ['a-', 'a.', 'secret', 'eyJ', '-----BEGIN ', '://', 'Bearer '])
    expect(mask(piece.repeat(100_000 / piece.length)).length).toBeGreaterThan(0)
})
