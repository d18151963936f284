import net, { type AddressInfo } from 'node:net'

/** A proxy that opens every tunnel to one port of this computer, or refuses it. */
export type Tunnels = {
  port: number
  /** The requests that it got, as text. */
  heads: string[]
  close: () => Promise<void>
}

/** Starts a proxy. It refuses with a `status` other than 200 and never answers with 0. `behind` follows its answer. */
export const tunnelsTo = async (port: number, status = 200, behind = ''): Promise<Tunnels> => {
  const heads: string[] = []
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (chunk) => {
      heads.push(chunk.toString('latin1'))
      if (status === 0) return undefined
      if (status !== 200) return socket.end(`HTTP/1.1 ${status} canary\r\ncontent-length: 0\r\n\r\n`)
      const onward = net.connect(port, '127.0.0.1', () => {
        socket.write(`HTTP/1.1 200 Connection established\r\n\r\n${behind}`)
        socket.pipe(onward).pipe(socket)
      })
      onward.on('error', () => undefined)
      return undefined
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { port: (server.address() as AddressInfo).port, heads, close }
}
