import { listen } from '../../../src/server/http/listen.ts'
import { keep } from '../../helpers/keep.ts'

/** Starts a proxy that serves a server at `/team/tests/` and answers 404 elsewhere. */
export const startProxy = async (url: string) =>
  keep(
    await listen(async ({ method, path, query, headers, readBody }) => {
      if (!path.startsWith('/team/tests/')) return { status: 404, headers: {}, body: 'not of this prefix' }
      const inner = `${url}${path.slice('/team/tests'.length)}${query && `?${query}`}`
      const body = await readBody()
      const { host: _, connection: __, 'content-length': ___, ...kept } = headers
      const answer = await fetch(inner, {
        method,
        headers: kept,
        redirect: 'manual',
        ...(body !== undefined && { body }),
      })
      const {
        'content-length': ____,
        'transfer-encoding': _____,
        connection: ______,
        ...own
      } = Object.fromEntries(answer.headers)
      return { status: answer.status, headers: own, body: await answer.text() }
    }),
  )
