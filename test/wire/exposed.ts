import { connect } from '../../src/wire/connect.ts'
import { expose } from '../../src/wire/expose.ts'
import { withApiKey } from '../../src/wire/middleware/api-key.ts'
import type { Request } from '../../src/wire/message.ts'
import { fakeApi } from './fake.ts'

const key = 'canary-key-5f1d'

/** An interface with one key, here and at the other end of the wire, and what it was called for. */
export const open = (fail?: (name: string) => unknown) => {
  const { api, calls } = fakeApi(fail)
  const faults: unknown[] = []
  const transport = expose((given) => (given === key ? api : undefined), { onFault: (error) => faults.push(error) })
  return { calls, faults, transport, there: connect(withApiKey(key, transport)), here: api }
}

/** A request with a key: the projects, unless another is asked for. */
export const ask = (request: Partial<Request>): Request => ({
  method: 'GET',
  path: '/v1/projects',
  query: '',
  headers: { 'x-api-key': key },
  ...request,
})
