import { X509Certificate } from 'node:crypto'
import { diskProblem } from '../../system/files/disk-errors.ts'
import { readRegularFile } from '../../system/files/regular-file.ts'
import { type Finding, ok, warn } from '../finding.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Checks the certificate authorities that are trusted besides the usual ones. The runtime reads them at its start from the file
 * in `NODE_EXTRA_CA_CERTS`; if it cannot use the file, it goes on with the usual ones.
 */
export const checkAuthorities = (env: Environment, now: Date): Finding => {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    return warn(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 turns certificate checks off: anyone on the network path can read the key',
      'unset NODE_TLS_REJECT_UNAUTHORIZED, and name the certificate of your authority in NODE_EXTRA_CA_CERTS',
    )
  const file = env['NODE_EXTRA_CA_CERTS']
  if (!file) return ok('those of the runtime; NODE_EXTRA_CA_CERTS is not set')
  const hint = 'name a file with certificates in PEM (-----BEGIN CERTIFICATE-----), or unset NODE_EXTRA_CA_CERTS'
  let text: string
  try {
    text = readRegularFile(file, { most: largest })
  } catch (error) {
    return warn(`NODE_EXTRA_CA_CERTS names ${file}, which cannot be read: ${diskProblem(error) ?? String(error)}`, hint)
  }
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []
  const readable = found.flatMap((pem) => parse(pem) ?? [])
  if (found.length === 0 || readable.length < found.length)
    return warn(
      `NODE_EXTRA_CA_CERTS names ${file}: ${readable.length} of its ${found.length} certificates can be read`,
      hint,
    )
  const over = readable.filter(({ validTo }) => new Date(validTo) < now)
  const message = `those of the runtime, and ${found.length} of ${file} (NODE_EXTRA_CA_CERTS)`
  if (over.length === readable.length) return warn(`${message}, all of which have expired`, 'get the current ones')
  return ok(message)
}

// In bytes. The certificates of all authorities of the world are 300 kB.
const largest = 16 * 1024 * 1024

const parse = (pem: string): X509Certificate | undefined => {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}
