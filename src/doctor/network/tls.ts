import { isIP, type Socket } from 'node:net'
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls'
import { UnavailableError } from '../../errors.ts'
import type { Address } from '../../wire/network/address.ts'
import { explainNetworkError } from '../../wire/network/errors.ts'
import { fail, failureOf, type Finding, ok, warn } from '../finding.ts'
import { firstHop } from './connection.ts'
import { counted } from '../../output/text/count.ts'

/** The result of a TLS handshake; `distrust` says why the certificate is not trusted, if it is not. */
export type Handshake = { protocol: string; certificate: Certificate; distrust: string | undefined }

/** The fields of a certificate that are shown. */
export type Certificate = { subject: string; issuer: string; from: Date; to: Date }

/** Checks that the connection to a service is encrypted, and its certificate. Sends no request. */
export const checkEncryption = async (given: {
  address: Address
  /** Opens a connection to the service's machine. */
  open: () => Promise<Socket>
  now: Date
  /** Whether an untrusted certificate is accepted. */
  lenient: boolean
}): Promise<Finding<true>> => {
  const { address } = given
  const isTls = address.origin.startsWith('https:')
  if (!isTls && address.loopback) return ok('not needed on this computer', true)
  if (!isTls) return warn('not encrypted: others on the network can read the key', 'use https:', true)
  let handshake: Handshake
  try {
    handshake = await shakeHands(await given.open(), firstHop(address, undefined).host)
  } catch (error) {
    return failureOf(explained(error, address))
  }
  return judgeCertificate(handshake, given)
}

/** Judges a certificate: an untrusted one fails the check, or is a warning if `lenient`; one that expires soon is a warning. */
export const judgeCertificate = (
  handshake: Handshake,
  { address, now, lenient }: { address: Address; now: Date; lenient: boolean },
): Finding<true> => {
  const { certificate, distrust } = handshake
  const told = describe(handshake, now)
  if (distrust !== undefined) {
    const { message, hint } = explainNetworkError({ ...unsent, error: { code: distrust }, address })
    if (!lenient) return fail(UnavailableError, `${message}: ${told}`, hint)
    return warn(`${message}: ${told}`, 'unset NODE_TLS_REJECT_UNAUTHORIZED', true)
  }
  if (daysLeft(certificate, now) < soon)
    return warn(told, 'the certificate expires soon: tell the operator of the service', true)
  return ok(told, true)
}

const shakeHands = (socket: Socket, host: string): Promise<Handshake> =>
  new Promise((resolve, reject) => {
    // Also reads the certificate if it is not trusted; no request is sent.
    const tls: TLSSocket = connect({
      socket,
      rejectUnauthorized: false,
      ...(!isIP(host) && { servername: host }),
      host,
    })
    tls.once('secureConnect', () => {
      const certificate = read(tls.getPeerCertificate())
      const distrust = tls.authorized ? undefined : String(tls.authorizationError)
      resolve({ protocol: tls.getProtocol() ?? 'TLS', certificate, distrust })
      tls.destroy()
    })
    tls.once('error', reject)
    tls.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
  })

const read = ({ subject, issuer, valid_from, valid_to }: PeerCertificate): Certificate => ({
  subject: nameOf(subject),
  issuer: nameOf(issuer),
  from: new Date(valid_from),
  to: new Date(valid_to),
})

const nameOf = (name: Partial<PeerCertificate['subject']> | undefined): string =>
  [name?.CN ?? name?.O ?? 'unknown'].flat()[0] ?? 'unknown'

/** Describes a handshake: `TLSv1.3, certificate of tests.example.com by Some Authority, valid until 2027-01-31 (72 days)`. */
const describe = ({ protocol, certificate }: Handshake, now: Date): string => {
  const { subject, issuer, from, to } = certificate
  const days = daysLeft(certificate, now)
  const validity =
    from > now
      ? `valid from ${dayOf(from)} only`
      : to < now
        ? `valid until ${dayOf(to)}`
        : `valid until ${dayOf(to)} (${counted(days, 'day')})`
  return `${protocol}, certificate of ${subject} by ${issuer === subject ? 'itself' : issuer}, ${validity}`
}

const explained = (error: unknown, address: Address): unknown => {
  if (error instanceof UnavailableError) return error
  const { message, hint } = explainNetworkError({ ...unsent, error, address })
  return new UnavailableError(message, { hint, cause: error })
}

const unsent = { started: false, reason: undefined, proxied: false } as const

const daysLeft = ({ to }: Certificate, now: Date): number => Math.floor((to.getTime() - now.getTime()) / 86_400_000)

const dayOf = (date: Date): string =>
  Number.isNaN(date.getTime()) ? 'an unknown date' : date.toISOString().slice(0, 10)

/** A certificate should be renewed this many days before it expires: automatic renewal comes after 60 of 90 days. */
const soon = 14
