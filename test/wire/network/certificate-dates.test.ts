import { expect, test } from 'vitest'
import { parseAddress } from '../../../src/wire/network/address.ts'
import { explainNetworkError } from '../../../src/wire/network/errors.ts'

test.for([
  ['CERT_HAS_EXPIRED', 'has expired'],
  ['CERT_NOT_YET_VALID', 'is not valid yet'],
])('a certificate that %s makes one look at the clock, not for an authority', ([code, what]) => {
  const address = parseAddress('https://tests.example.com')
  const error = Object.assign(new Error('of TLS'), { code })
  expect(explainNetworkError({ error, address, started: false, reason: undefined, proxied: false })).toMatchObject({
    message: `the certificate of https://tests.example.com ${what}`,
    outcome: 'not applied',
    transient: false,
    hint: 'is the clock of this machine right? If it is, tell the operator of the service',
  })
})
