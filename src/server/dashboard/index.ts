import { UnavailableError } from '../../errors.ts'
import type { Keys } from '../../service/keys.ts'
import type { Request, Response } from '../../wire/message.ts'
import { createAttempts } from './attempts.ts'
import { cookiesOf, isLoopbackHost } from './cookies.ts'
import type { Action, Caller, Desk, From } from './desk.ts'
import { createTokens, isFromHere, readForm } from './form.ts'
import { createKey, revokeKey, showKeys } from './management.ts'
import { apology, redirect } from './page.ts'
import { createSessions } from './sessions.ts'
import { signIn, signOut } from './sign-in.ts'

/** Answers what comes for `/settings` and below; `from` says what the request itself cannot. */
export type Dashboard = (request: Request, from: From) => Promise<Response>

/**
 * The settings of a server in a browser: an owner signs in and manages the keys. It works without a script, and keeps who
 * is signed in in this process. DECISIONS 58
 */
export const createDashboard = ({ keys, now = () => new Date() }: { keys: Keys; now?: () => Date }): Dashboard => {
  const desk: Desk = {
    keys,
    now,
    sessions: createSessions({ now }),
    attempts: createAttempts({ now }),
    tokens: createTokens(),
  }
  return async (request, from) => {
    // Where the browser is on another computer there is TLS before us, or it had better not sign in.
    const secure = from.encrypted || !isLoopbackHost(request.headers['host'])
    try {
      return await answer(desk, { request, from, cookies: cookiesOf(request, { secure }) })
    } catch (error) {
      if (error instanceof UnavailableError)
        return apology({ status: 503, problem: 'The store cannot be used now. Try again in a moment.' })
      throw error
    }
  }
}

const home = '/settings/keys'

const forms = new Map<string, Action>([
  [home, createKey],
  ['/settings/keys/revoke', revokeKey],
  ['/settings/sign-in', signIn],
  ['/settings/sign-out', signOut],
])

const answer = async (desk: Desk, caller: Caller): Promise<Response> => {
  const { request } = caller
  const action = forms.get(request.path)
  if (!action && !/^\/settings\/?$/.test(request.path))
    return apology({ status: 404, problem: 'There is nothing at this address.' })
  if (request.method === 'GET' || request.method === 'HEAD')
    return request.path === home ? showKeys(desk, caller) : redirect(home)
  if (!action || request.method !== 'POST')
    return apology({
      status: 405,
      problem: `${request.method} is not possible here.`,
      headers: { allow: action ? 'GET, HEAD, POST' : 'GET, HEAD' },
    })
  if (!isFromHere(request))
    return apology({ status: 403, problem: 'This form was not sent from a page of this server. Nothing was changed.' })
  const form = readForm(request)
  if (!form) return apology({ status: 415, problem: 'This is not a form.' })
  return action(desk, caller, form)
}
