import { RejectedError, UnavailableError } from '../../errors.ts'
import type { Response } from '../../wire/message.ts'
import type { IncomingRequest } from '../http/request.ts'
import { callerOf, type DashboardCaller, isInClear } from './cookies.ts'
import type { Action, DashboardDeps } from './deps.ts'
import { isFromHere, readForm } from './form.ts'
import { keysPath } from './page-header.ts'
import { formPaths } from './paths.ts'
import { createKey, revokeKey, showKeys } from './manage-keys.ts'
import { apology, redirect } from '../html/page.ts'
import { signIn, signOut } from './sign-in.ts'

/**
 * Handles requests for `/settings` and below. Calls `tell` with the name of the user who is signed in or signs in.
 * Reads the body last, after all other checks have passed.
 */
export type Dashboard = (request: IncomingRequest, tell: (holder: string) => void) => Promise<Response>

/**
 * Creates the dashboard, where an owner signs in with a browser and manages the keys. It needs no script, and any
 * server on the same store can answer any of its requests. DECISIONS 58
 */
export const createDashboard = (deps: DashboardDeps): Dashboard => {
  return async (request, tell) => {
    const caller = callerOf(request, { storeId: deps.storeId, tell })
    const { up } = caller
    try {
      return await answer(deps, caller)
    } catch (error) {
      if (error instanceof UnavailableError)
        return apology({ up, status: 503, problem: 'The store cannot be used now. Try again in a moment.' })
      if (error instanceof RejectedError) return apology({ up, status: error.status ?? 400, problem: unreadable })
      throw error
    }
  }
}

const unreadable = 'This is not a form of this server, or it is too large. Nothing was changed.'

const inClear =
  'This page was opened without https, so the browser cannot keep you signed in. Open it through https, or on the computer of the server at http://127.0.0.1. Nothing was changed.'

const forms = new Map<string, Action>([
  [formPaths.createKey, createKey],
  [formPaths.revokeKey, revokeKey],
  [formPaths.signIn, signIn],
  [formPaths.signOut, signOut],
])

const answer = async (deps: DashboardDeps, caller: DashboardCaller): Promise<Response> => {
  const { request, up } = caller
  const action = forms.get(request.path)
  if (!action && !/^\/settings\/?$/.test(request.path))
    return apology({ up, status: 404, problem: 'There is nothing at this address.' })
  if (request.method === 'GET' || request.method === 'HEAD')
    return request.path === `/${keysPath}` ? showKeys(deps, caller) : redirect(up + keysPath)
  const allow = action ? 'GET, HEAD, OPTIONS, POST' : 'GET, HEAD, OPTIONS'
  if (request.method === 'OPTIONS') return { status: 204, headers: { allow }, body: '' }
  if (!action || request.method !== 'POST')
    return apology({ up, status: 405, problem: `${request.method} is not possible here.`, headers: { allow } })
  if (!isFromHere(request))
    return apology({
      up,
      status: 403,
      problem: isInClear(request) ? inClear : 'This form was not sent from a page of this server. Nothing was changed.',
    })
  const form = await readForm(request)
  if (!form) return apology({ up, status: 415, problem: 'This is not a form.' })
  return action(deps, caller, form)
}
