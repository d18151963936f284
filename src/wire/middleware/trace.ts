import { keyHeader } from '../../contract/idempotency.ts'
import type { Sender } from '../outgoing.ts'

/**
 * Prints every attempt, for `--verbose`: `> GET /v1/projects?limit=50`, `< 200 12 ms`. Of the headers it
 * prints the Idempotency-Key and the request id alone, and it sits outside of `withApiKey`, so it never sees the key.
 */
export const traced =
  (
    { write, now = () => performance.now() }: { write: (line: string) => void; now?: () => number },
    transport: Sender,
  ): Sender =>
  async (request) => {
    const begun = now()
    const took = () => `${Math.round(now() - begun)} ms`
    const { [keyHeader]: key } = request.headers
    const target = request.path + (request.query && `?${request.query}`)
    write(`> ${request.method} ${target}${key === undefined ? '' : ` Idempotency-Key: ${key}`}`)
    try {
      const response = await transport(request)
      const id = response.headers['x-request-id']
      write(`< ${response.status} ${took()}${id ? ` ${printable(id)}` : ''}`)
      return response
    } catch (error) {
      write(`< ${error instanceof Error ? error.message : 'failed'} ${took()}`)
      throw error
    }
  }

const printable = (text: string): string => text.slice(0, 100).replace(/[^\x20-\x7e]/g, '?')
