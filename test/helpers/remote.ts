import { setTimeout } from 'node:timers/promises'
import type { Api } from '../../src/contract/index.ts'
import { openStore } from '../../src/store/index.ts'
import { createAuthenticate, createService } from '../../src/service/index.ts'
import { expose } from '../../src/wire/expose.ts'
import { listen } from '../../src/server/http/listen.ts'
import type { Request, Response, Transport } from '../../src/wire/message.ts'
import { wholly } from './wholly.ts'

/** A service at the end of a socket, with one key, and the requests that it got. */
export type Remote = {
  url: string
  requests: Request[]
  /** What comes before each answer, where a test wants it to be late, or an answer in its place. */
  before?: (request: Request) => Promise<Response | void> | undefined
  /** What an answer becomes, where a test wants another service. */
  after?: (request: Request, response: Response) => Response
  /** The service behind it. */
  api: Api
  /** Goes away, and comes back at the same address after so many milliseconds. The port has to be a free one of ours: see freePort. */
  restart: (after: number) => Promise<void>
  close: () => Promise<void>
}

/** Starts one, with an empty store unless the address of another is given, at any port unless it has to come back at the same. */
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
