import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The fate of a chunk on its way to the server, or of the connection that carries it. */
export type Fate = 'pass' | 'lose' | 'cut before' | 'cut after'

/**
 * Starts a proxy to a server that can cut a connection: before the server gets a chunk, or before the client gets the answer. `edit`
 * changes what the server gets.
 */
export const layCable = async (
  address: string,
  fate: (sent: string) => Fate = () => 'pass',
  edit: (sent: Buffer) => Buffer = (sent) => sent,
) => {
  const url = new URL(address)
  const target = { port: Number(url.port), host: url.hostname }
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target)
    let mute = false
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        // Gives the server 200 ms to carry out what it has already received.
        if (mute) setTimeout(() => upstream.destroy(), 200)
        else upstream.destroy()
      })
    }
    upstream.on('data', (data) => mute || client.write(data))
    client.on('data', (data) => {
      const what = fate(data.toString('latin1'))
      if (what === 'cut before') return client.destroy()
      if (what === 'lose') return
      upstream.write(edit(data))
      if (what === 'cut after') {
        mute = true
        client.destroy()
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url.port = String((server.address() as AddressInfo).port)
  return {
    address: url.href,
    cut: () => open.forEach((socket) => socket.destroy()),
    remove: async () => {
      open.forEach((socket) => socket.destroy())
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
