import { UsageError } from '../../errors.ts'
import { withoutKey } from '../masked.ts'
import type { Response, Transport } from '../message.ts'

/**
 * Adds the key to every request (interface, section 5), and takes it out of the response of a service that repeats it.
 * Sits inside of `traced`, so that no trace ever sees it.
 */
export const withApiKey = (key: string, transport: Transport): Transport => {
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError('the API key is empty or has characters that no key has', {
      hint: 'is there a line break or a space in it?',
    })
  return async (request) => {
    const response = await transport({ ...request, headers: { ...request.headers, 'x-api-key': key } })
    return clean(key, response)
  }
}

const clean = (key: string, response: Response): Response => {
  const inJson = JSON.stringify(key).slice(1, -1)
  const headers = Object.entries(response.headers).map(([name, value]) => [name, withoutKey(key, value)])
  return {
    ...response,
    headers: Object.fromEntries(headers),
    body: withoutKey(key, withoutKey(inJson, response.body)),
  }
}
