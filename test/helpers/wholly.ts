import { type Handler, requestOf } from '../../src/server/http/request.ts'
import { refuseRead } from '../../src/server/http/response.ts'
import type { Transport } from '../../src/wire/message.ts'

/** A handler that hands whole requests to a transport. */
export const wholly =
  (transport: Transport): Handler =>
  async (request) => {
    try {
      return await transport(await requestOf(request))
    } catch (error) {
      return refuseRead(error)
    }
  }
