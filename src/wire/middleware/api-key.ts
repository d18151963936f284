import { UsageError } from '../../errors.ts'
import { keyInAnswers } from './mask-key.ts'
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
  // Made once: every answer is searched for the key, and hardly any has it.
  const pattern = keyInAnswers(key)
  const isIn = (text: string): boolean => text.search(pattern) >= 0
  const mask = (text: string): string => text.replace(pattern, '********')
  return async (request) => {
    const headers = Object.assign({}, request.headers, { 'x-api-key': key })
    const response = await transport(Object.assign({}, request, { headers })).catch((error: Error) => {
      for (const field of ['message', 'stack'] as const) error[field] = mask(error[field] ?? '')
      throw error
    })
    return isIn(response.body) || Object.values(response.headers).some(isIn) ? clean(response, mask) : response
  }
}

const clean = (response: Response, mask: (text: string) => string): Response => {
  const headers = Object.entries(response.headers).map(([name, value]) => [name, mask(value)])
  return { ...response, headers: Object.fromEntries(headers), body: mask(response.body) }
}
