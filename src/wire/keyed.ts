import { UsageError } from '../errors.ts'
import type { Response, Transport } from './message.ts'

/**
 * Adds the key to every request (interface, section 5), and takes it out of the response of a service that repeats it.
 * Sits inside of `traced`, so that no trace ever sees it.
 */
export const keyed = (key: string, transport: Transport): Transport => {
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError('the API key is empty or has characters that no key has', {
      hint: 'is there a line break or a space in it?',
    })
  return async (request) => {
    const response = await transport({ ...request, headers: { ...request.headers, 'x-api-key': key } })
    return key.length < shortest ? response : withoutKey(key, response)
  }
}

// A shorter one may stand in a text by chance, and would not be much of a secret.
const shortest = 8

const withoutKey = (key: string, response: Response): Response => {
  const written = [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)]
  const clean = (text: string): string => written.reduce((rest, one) => rest.replaceAll(one, '********'), text)
  const headers = Object.entries(response.headers).map(([name, value]) => [name, clean(value)])
  return { ...response, headers: Object.fromEntries(headers), body: clean(response.body) }
}
