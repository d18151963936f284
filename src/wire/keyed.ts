import { UsageError } from '../errors.ts'
import type { Transport } from './message.ts'

/** Adds the key to every request (interface, section 5). Sits inside of `traced`, so that no trace ever sees it. */
export const keyed = (key: string, transport: Transport): Transport => {
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError('the API key is empty or has characters that no key has', {
      hint: 'is there a line break or a space in it?',
    })
  return (request) => transport({ ...request, headers: { ...request.headers, 'x-api-key': key } })
}
