import { createApi, type Values } from '../contract/api-calls.ts'
import type { Api } from '../contract/index.ts'
import { trustTotal } from '../contract/pages/total.ts'
import { resources } from '../contract/vocabulary.ts'
import { checkSubject } from './codec/check-subject.ts'
import { errorFor } from './codec/failures.ts'
import type { Response } from './message.ts'
import type { OutgoingRequest, Sender } from './outgoing.ts'
import { createLimitFitting } from './page-limit.ts'
import { encodeRequest } from './codec/requests.ts'
import { errorOf, isOurs } from './codec/error-of.ts'
import { isSuccess, readResponse } from './codec/responses.ts'

/** Creates an `Api` that sends each call over a transport. `expose` does the reverse. */
export const connect = (transport: Sender): Api => {
  const fitLimit = createLimitFitting()
  return createApi(
    (noun, _verb, row) => async (given, options) =>
      fitLimit(given, async (values) => {
        const request = encodeRequest(row, values, options)
        const response = await send(transport, request)
        const answer = readResponse({ request, response, row }) as Values
        const { one, many } = resources[noun]
        const resource = answer[one] as Values | undefined
        checkSubject({ request, row, values, resource, rows: answer[many] as readonly Values[] | undefined })
        if (isOurs(response))
          for (const counted of [answer['pagination'], resource?.['results']])
            if (Object(counted) === counted) trustTotal(counted as object)
        return answer
      }),
  )
}

/** Sends one request. Throws a typed error if no response comes, or one without success; `onRefusal` gets that response first. */
export const send = async (
  transport: Sender,
  request: OutgoingRequest,
  onRefusal?: (response: Response) => Promise<void>,
): Promise<Response> => {
  const response = await transport(request).catch((error: unknown) => {
    throw errorFor(error, request)
  })
  if (isSuccess(response)) return response
  await onRefusal?.(response)
  throw errorOf(request, response)
}
