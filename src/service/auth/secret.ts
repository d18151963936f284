import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

// The format of a key: `tctl_`, 32 random bytes in 43 characters, and 6 characters of checksum. Scanners recognise a published key by
// its prefix; the checksum finds a typo without a query.

/** Makes a random key. DECISIONS 56 */
export const createSecret = (): string => {
  const body = beginning + inBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), bodyLength)
  return body + checksumOf(body)
}

/** Whether a text can be a key: its format and its checksum are right. Takes no query, and reveals nothing. */
export const isSecret = (text: string): boolean =>
  form.test(text) && checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength)

/** Whether a text that will be shown contains a key, or the beginning of one. */
export const holdsSecret = (text: string): boolean => /tctl_[0-9A-Za-z]{12}/.test(text)

/** Returns the hash of a key, which the store keeps. A key is so random that a plain hash does not reveal it. */
export const keyDigest = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Returns the part of a key that may be shown, so that its owner can tell it from others: `tctl_a1B2…`. */
export const keyHint = (secret: string): string => `${secret.slice(0, beginning.length + 4)}…`

const beginning = 'tctl_'
// 62 to the power of 43 is just more than 2 to the power of 256, and to the power of 6 more than 2 to the power of 32.
const bodyLength = 43
const checksumLength = 6
const form = new RegExp(`^${beginning}[0-9A-Za-z]{${bodyLength + checksumLength}}$`)

const checksumOf = (body: string): string => inBase62(BigInt(crc32(body)), checksumLength)

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const inBase62 = (number: bigint, length: number): string => {
  let text = ''
  for (let rest = number; text.length < length; rest /= 62n) text = digits[Number(rest % 62n)] + text
  return text
}
