import { connect } from '../../src/wire/connect.ts'
import { expose } from '../../src/wire/expose.ts'
import { withApiKey } from '../../src/wire/middleware/api-key.ts'
import type { Request } from '../../src/wire/message.ts'
import { fakeApi } from './fake.ts'

const key = 'canary-key-5f1d'

/** Returns an API with one key, once directly and once through the wire, and the calls that it got. */
export const open = (fail?: (name: string) => unknown) => {
  const { api, calls } = fakeApi(fail)
  const faults: unknown[] = []
  const transport = expose((given) => (given === key ? api : undefined), { onFault: (error) => faults.push(error) })
  return { calls, faults, transport, there: connect(withApiKey(key, transport)), here: api }
}

/** Returns a request with the key, by default for the list of projects. */
export const ask = (request: Partial<Request>): Request => ({
  method: 'GET',
  path: '/v1/projects',
  query: '',
  headers: { 'x-api-key': key },
  ...request,
})
