import { UsageError } from '../../errors.ts'
import { withoutKey } from './mask-key.ts'
import type { Response } from '../message.ts'
import type { Sender } from '../outgoing.ts'

/**
 * Adds the key to every request (interface, section 5), and removes it from a response or an error that repeats it. Sits inside `traced`,
 * so that no trace contains it. Throws a UsageError for a key that no header can carry.
 */
export const withApiKey = (key: string, transport: Sender): Sender => {
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError('the API key is empty or has characters that no key has', {
      hint: 'is there a line break or a space in it?',
    })
  // Computed once: every answer is searched for the key, and hardly any has it.
  const forms = [...new Set([key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)])]
  const isIn = (text: string) => forms.some((form) => text.includes(form))
  return async (request) => {
    const headers = Object.assign({}, request.headers, { 'x-api-key': key })
    const response = await transport(Object.assign({}, request, { headers })).catch((error: Error) => {
      for (const field of ['message', 'stack'] as const) error[field] = withoutKey(key, error[field] ?? '')
      throw error
    })
    return isIn(response.body) || Object.values(response.headers).some(isIn) ? clean(key, response) : response
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
