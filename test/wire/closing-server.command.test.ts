import { expect, test } from 'vitest'
import { client, read } from './hostile-client.ts'
import { hostile, http } from './hostile.ts'
import { keep } from '../helpers/keep.ts'
import { samples } from './fake.ts'

// An answer that waits to be read when its connection closes ends the process in undici 7 (nodejs/undici#5360).
test.each([100, 65_535, 65_536, 70_000, 131_072, 1_000_000])(
  'an answer of %i bytes is whole though the server closes the connection behind it',
  async (size) => {
    const milestone = { ...samples.milestones, name: '' }
    const name = 'n'.repeat(Math.max(0, size - JSON.stringify({ milestone }).length))
    const text = JSON.stringify({ milestone: { ...milestone, name } })
    const server = keep(
      await hostile(({ socket }) => {
        const answer = http(200, text, { connection: 'close' })
        const body = answer.indexOf('{')
        // The head alone first, so that the whole body comes as a piece of its own.
        socket.write(answer.slice(0, body), () => socket.end(answer.slice(body)))
      }),
    )
    expect(await read(client(server.url).api)).toEqual({ milestone: { ...milestone, name } })
  },
)
