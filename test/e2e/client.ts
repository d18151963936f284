import { onTestFinished } from 'vitest'
import type { Api } from '../../src/contract/index.ts'
import { connect } from '../../src/wire/connect.ts'
import { idempotent } from '../../src/wire/middleware/idempotency.ts'
import { withApiKey } from '../../src/wire/middleware/api-key.ts'
import { parseAddress } from '../../src/wire/network/address.ts'
import { remote } from '../../src/wire/network/pool.ts'
import { retrying } from '../../src/wire/resilience/retry.ts'

/** Returns a client of a server as testctl composes it. It is closed when the test is over. */
export const clientOf = (url: string, key: string): Api => {
  const { transport, close } = remote({ address: parseAddress(url) })
  onTestFinished(close)
  return connect(idempotent(withApiKey(key, transport), (attempt) => retrying({}, attempt)))
}
