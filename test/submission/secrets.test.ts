import { expect, test } from 'vitest'
import { createMask } from '../../src/submission/mask-secrets.ts'
import { findInNames, parsePattern } from '../../src/submission/match/patterns.ts'

const mask = createMask({})

test.for<[string, string, string]>([
  ['a secret key of AWS', 'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG', 'aws_secret_access_key = [masked]'],
  ['the same, in JSON', '{"SecretAccessKey": "wJalrXUtnFEMI"}', '{"SecretAccessKey": "[masked]"}'],
  ['a private key of one line', 'private_key: MIIEvQIBADAN', 'private_key: [masked]'],
  ['a token of Vault', 'X-Vault-Token: hvs.CAESIJ3k5', 'X-Vault-Token: [masked]'],
  ['the same, alone', 'got hvs.CAESIJ3k5abc back', 'got [masked] back'],
  ['a cookie that is set', '< Set-Cookie: sid=s3cr3t.abc; Path=/; HttpOnly', '< Set-Cookie: sid=[masked]'],
  ['cookies that are sent', 'cookie: a=1; sid=s3cr3t\nnext line', 'cookie: a=[masked]\nnext line'],
  ['a cookie in JSON', '"set-cookie": ["sid=s3cr3t"]', '"set-cookie": ["sid=[masked]'],
  ['nothing of a cookie in prose', 'Cookie: the banner is shown', 'Cookie: the banner is shown'],
  ['a JSON Web Token behind a dash', 'id-eyJhbGciOiJI.eyJzdWIiOiIx.sig', 'id-[masked]'],
  ['a JSON Web Token behind a word', 'jwt.eyJhbGciOiJI.eyJzdWIiOiIx.sig', 'jwt.[masked]'],
])('%s is masked', ([, text, masked]) => expect(mask(text)).toBe(masked))

// A quadratic pattern would take longer than a test may.
test.for([
  'eyJ-',
  'eyJ-eyJ.',
  'eyJaaaaaaaa.',
  'Cookie: ',
  'Set-Cookie:\t',
  'token ',
  'Bearer  ',
  'a://b:',
  '-----BEGIN ',
  'sk-',
  'hvs.',
  'ghp_',
])('a megabyte of %j is masked', (piece) => {
  const text = piece.repeat(1_000_000 / piece.length)
  expect(mask(text).length).toBeLessThanOrEqual(text.length + 100)
})

test('a pattern that tries too many ways is given up, and named with the name', () => {
  const rules = { patterns: [parsePattern('(?<case>(a+)+)$')], project: 'WEB' }
  const names = ['fine a', `${'a'.repeat(60)}b`]
  expect(() => findInNames(names, rules)).toThrow(
    expect.objectContaining({ exitCode: 2, message: expect.stringMatching(/^the pattern .* takes too long on "aaa/) }),
  )
})

test('a pattern finds in many names what it finds in each', () => {
  const rules = { patterns: [parsePattern('TC-(?<case>[0-9]+)')], project: 'WEB' }
  const names = Array.from({ length: 1000 }, (_, at) => (at % 3 ? `TC-${at} works` : 'nothing'))
  expect(findInNames(names, rules).map((found) => found?.own[0])).toEqual(
    names.map((_, at) => (at % 3 ? `WEB-C${at}` : undefined)),
  )
})
