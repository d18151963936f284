import { openStore } from '../../src/store/index.ts'
import { createDoor, createService } from '../../src/service/index.ts'
import { expose } from '../../src/wire/expose.ts'
import { listen } from '../../src/wire/listen.ts'
import type { Request } from '../../src/wire/message.ts'

/** A service at the end of a socket, with one key, and the requests that it got. */
export type Remote = {
  url: string
  requests: Request[]
  /** What comes before each answer, where a test wants it to be late. */
  before?: (request: Request) => Promise<void> | undefined
  close: () => Promise<void>
}

/** Starts one, with an empty store unless the address of another is given. */
export const startRemote = async (key: string, address = 'file::memory:'): Promise<Remote> => {
  const store = await openStore(address)
  const service = createService(store, () => new Date())
  const exposed = expose(createDoor({ service, key, holder: 'ana' }))
  const requests: Request[] = []
  const { url, close } = await listen(async (request) => {
    requests.push(request)
    await remote.before?.(request)
    return exposed(request)
  })
  const closeAll = async () => {
    await close()
    await store.close()
  }
  const remote: Remote = { url, requests, close: closeAll }
  return remote
}
