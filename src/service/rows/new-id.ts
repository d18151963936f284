import { v7 } from 'uuid'

/**
 * Returns the id of a new row: a UUID that begins with the time (RFC 9562, version 7), so that rows that are created together lie
 * together in the store. The ids of one millisecond count up from a random number (section 6.2). DECISIONS 247
 */
export const newId = (): string => {
  const random = takeRandom()
  const now = Date.now()
  if (now > msecs) {
    msecs = now
    seq = random[6]! * 2 ** 23 + random[7]! * 2 ** 15 + random[8]! * 2 ** 7
  } else seq += 1
  return v7({ msecs, seq, random })
}

// If the clock goes back, the time stays and the sequence counts on: at least half of its 2^32 numbers are left.
let [msecs, seq] = [0, 0]

/**
 * Returns random bytes for one id from a pool: requesting sixteen at a time would take four times as long as everything else about an
 * id.
 */
const takeRandom = (): Uint8Array => {
  if (used === pool.length) {
    crypto.getRandomValues(pool)
    used = 0
  }
  used += 16
  return pool.subarray(used - 16, used)
}

const pool = new Uint8Array(16 * 256)
let used = pool.length
