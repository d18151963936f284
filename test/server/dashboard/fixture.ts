import { RejectedError } from '../../../src/errors.ts'
import { createDashboardDeps } from '../../../src/server/dashboard/deps.ts'
import { createDashboard, type Dashboard } from '../../../src/server/dashboard/index.ts'
import { createKeys, createSessions, createWrongKeyCounter } from '../../../src/service/index.ts'
import type { KeyOrder } from '../../../src/service/auth/keys.ts'
import { openStore } from '../../../src/store/index.ts'
import type { Response } from '../../../src/wire/message.ts'

export const keysPath = '/settings/keys'

type Sent = { method?: string; headers?: Record<string, string>; form?: Record<string, string>; address?: string }

/** Opens a dashboard on a store in memory with this id and two keys: `ana` of an owner and `ci` of a writer. */
export const openDashboard = async ({ storeId = 'here' } = {}) => {
  const store = await openStore(':memory:')
  const clock = { time: Date.parse('2026-01-01T00:00:00.000Z') }
  const now = () => new Date(clock.time)
  const keys = createKeys({ store, now })
  const make = async (name: string, role: KeyOrder['role'] = 'owner') =>
    (await keys.create({ name, role, createdBy: 'root' })).secret
  const secrets = { ana: await make('ana'), ci: await make('ci', 'writer') }
  const sessions = createSessions({ store, now })
  const deps = createDashboardDeps({
    keys,
    now,
    sessions,
    storeId,
    countWrongKey: createWrongKeyCounter({ store, now }),
  })
  const dashboard = createDashboard(deps)
  return {
    deps,
    store,
    clock,
    keys,
    make,
    secrets,
    dashboard,
    browse: (host?: string) => createBrowser(dashboard, host),
  }
}

/**
 * Creates a minimal browser: it keeps cookies, sends the origin of a form, and fills in the hidden fields of a form. `seen` has every
 * response.
 */
export const createBrowser = (dashboard: Dashboard, host = 'localhost:8787') => {
  const cookies = new Map<string, string>()
  const seen: Response[] = []
  const send = async (
    target: string,
    { method = 'GET', headers = {}, form, address = '127.0.0.1' }: Sent = {},
  ): Promise<Response> => {
    const [path = '', query = ''] = target.split('?')
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const response = await dashboard(
      {
        id: '',
        method,
        path,
        query,
        headers: {
          host,
          ...(cookie && { cookie }),
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
        readBody: async (limit = Infinity) => {
          const body = form && new URLSearchParams(form).toString()
          if (body && body.length > limit) throw new RejectedError('too large', { status: 413 })
          return body
        },
        address,
        encrypted: false,
        onOverdue: () => undefined,
        isGone: () => false,
      },
      () => undefined,
    )
    const [, name, value, rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(response.headers['set-cookie'] ?? '') ?? []
    if (name !== undefined && value !== undefined) {
      if (/Max-Age=0/.test(rest)) cookies.delete(name)
      else cookies.set(name, value)
    }
    seen.push(response)
    return response
  }

  const get = (path = keysPath) => send(path)

  /** Sends a form of the page `/settings/keys` with the typed fields, and follows a redirect. */
  const submit = async (path: string, typed: Record<string, string>, sent: Sent = {}): Promise<Response> => {
    const { body } = await get()
    const headers = { 'sec-fetch-site': 'same-origin', origin: 'null', ...sent.headers }
    const response = await send(path, { ...sent, method: 'POST', headers, form: { token: tokenIn(body), ...typed } })
    return response.status === 303 ? get(leadsTo(path, response)) : response
  }

  return {
    cookies,
    seen,
    send,
    get,
    submit,
    signIn: (key: string, sent?: Sent) => submit('/settings/sign-in', { key }, sent),
  }
}

/** Returns the target of a redirect that came from this path. */
export const leadsTo = (path: string, { headers }: Response): string => {
  const { pathname, search } = new URL(headers['location'] ?? '', `http://localhost${path}`)
  return pathname + search
}

export const tokenIn = (page: string): string => /name="token" value="([^"]*)"/.exec(page)?.[1] ?? ''
