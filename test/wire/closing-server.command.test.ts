import { expect, test } from 'vitest'
import { client, read } from './hostile-client.ts'
import { hostile, http } from './hostile.ts'
import { keep } from '../helpers/keep.ts'
import { samples } from './fake.ts'

// undici 7 ends the process if a connection closes while its answer still waits to be read (nodejs/undici#5360).
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
        // Sends the headers first, so that the body arrives as one chunk.
        socket.write(answer.slice(0, body), () => socket.end(answer.slice(body)))
      }),
    )
    expect(await read(client(server.url).api)).toEqual({ milestone: { ...milestone, name } })
  },
)
