import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What becomes of the cable, or of what is sent, when something passes through it on the way to the server. */
export type Fate = 'pass' | 'lose' | 'cut before' | 'cut after'

/**
 * A cable to a server, which can be cut: before the server gets what was sent, or before it is heard what it answers. `edit` changes
 * what the server gets.
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
        // What the server has got already it shall be able to do.
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
