import { setTimeout } from 'node:timers/promises'
import type { Api } from '../../src/contract/index.ts'
import { openStore } from '../../src/store/index.ts'
import { createAuthenticate, createService } from '../../src/service/index.ts'
import { expose } from '../../src/wire/expose.ts'
import { listen } from '../../src/server/http/listen.ts'
import type { Request, Response, Transport } from '../../src/wire/message.ts'
import { wholly } from './wholly.ts'

/** A service behind a socket, with one key, and the requests that it received. */
export type Remote = {
  url: string
  requests: Request[]
  /** Runs before each request is handled. It can delay the answer, or return another one instead. */
  before?: (request: Request) => Promise<Response | void> | undefined
  /** Changes each answer, to imitate another service. */
  after?: (request: Request, response: Response) => Response
  /** The service behind it. */
  api: Api
  /** Stops the server, and starts it at the same address after so many milliseconds. The port has to come from freePort. */
  restart: (after: number) => Promise<void>
  close: () => Promise<void>
}

/** Starts one. `address` is that of its store, by default an empty one. `port` is only needed for a restart. */
export const startRemote = async (key: string, address = 'file::memory:', port = 0): Promise<Remote> => {
  const store = await openStore(address)
  const service = createService(store, () => new Date())
  const exposed = expose(createAuthenticate({ service, key, holder: 'ana' }))
  const requests: Request[] = []
  let down = false
  const answer: Transport = async (request) => {
    if (down) throw new Error('the service goes away')
    requests.push(request)
    const instead = await remote.before?.(request)
    if (instead) return instead
    const response = await exposed(request)
    return remote.after?.(request, response) ?? response
  }
  let { url, close } = await listen(wholly(answer), { port })
  const remote: Remote = {
    url,
    requests,
    api: service('ana'),
    restart: async (after) => {
      down = true
      await close()
      await setTimeout(after)
      down = false
      close = (await listen(wholly(answer), { port: Number(new URL(url).port) })).close
    },
    close: async () => {
      await close()
      await store.close()
    },
  }
  return remote
}
