import { v7 } from 'uuid'

/**
 * The id of a new row: a UUID that begins with the time (RFC 9562, version 7), so that rows which are made together lie together
 * in the store. Those of one millisecond are counted from a random number (section 6.2). DECISIONS 247
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

// Where a clock goes back, the time stays: half of all 2^32 numbers are left to count.
let [msecs, seq] = [0, 0]

/** Random bytes for one id. To ask for sixteen at a time takes four times as long as all else of an id. */
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
