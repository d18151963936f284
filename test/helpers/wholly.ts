import { type Handler, requestOf } from '../../src/server/http/request.ts'
import { refuseRead } from '../../src/server/http/response.ts'
import type { Transport } from '../../src/wire/message.ts'

/** Returns a handler that reads each request to its end and passes it to a transport. */
export const wholly =
  (transport: Transport): Handler =>
  async (request) => {
    try {
      return await transport(await requestOf(request))
    } catch (error) {
      return refuseRead(error)
    }
  }
