import type { Api } from '../contract/index.ts'
import { checkEcho } from './echo.ts'
import { failureOf } from './codec/failures.ts'
import type { Request, Response, Transport } from './message.ts'
import { createApi, requestOf } from './codec/requests.ts'
import { errorOf, isSuccess, readResponse } from './codec/responses.ts'

/** The API at the other end of a wire. `expose` is the way back. */
export const connect = (transport: Transport): Api =>
  createApi((_noun, _verb, row) => async (values) => {
    const request = requestOf(row, values)
    const answer = readResponse({ request, response: await send(transport, request), row })
    checkEcho(row, values, answer)
    return answer
  })

/** Sends one request. Whatever is no success, be it a response or the want of one, is thrown as a typed error. */
export const send = async (transport: Transport, request: Request): Promise<Response> => {
  const response = await transport(request).catch((error: unknown) => {
    throw failureOf(error, request)
  })
  if (!isSuccess(response)) throw errorOf(request, response)
  return response
}
