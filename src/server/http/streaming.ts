import type http from 'node:http'
import type { Response } from '../../wire/message.ts'

/** Streaming answers, sent piece by piece until one side ends them. */
export type Streams = {
  begin: (outgoing: http.ServerResponse, response: Response & Required<Pick<Response, 'stream'>>) => void
  /** Ends all open streams, because the server shuts down. */
  end: () => void
}

/** Keeps track of the open streams, so that a server can end them when it shuts down. */
export const createStreams = (): Streams => {
  const open = new Set<http.ServerResponse>()
  return {
    begin: (outgoing, { status, headers, body, stream }) => {
      outgoing.writeHead(status, headers)
      if (outgoing.req.method === 'HEAD') return void outgoing.end()
      outgoing.write(body)
      open.add(outgoing)
      const stop = stream({
        send: (text) => {
          // Drops a client that does not read.
          if (outgoing.writableLength > mostUnread) outgoing.destroy()
          else if (!outgoing.writableEnded) outgoing.write(text)
        },
        end: () => void outgoing.end(),
      })
      outgoing.once('close', () => {
        open.delete(outgoing)
        stop()
      })
    },
    end: () => {
      for (const outgoing of open) outgoing.end()
    },
  }
}

const mostUnread = 16_384
