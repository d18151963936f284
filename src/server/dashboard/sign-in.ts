import { randomBytes } from 'node:crypto'
import type { KeyHolder } from '../../service/auth/key-cache.ts'
import type { Response } from '../../wire/message.ts'
import type { DashboardCaller } from './cookies.ts'
import type { Action, DashboardDeps } from './deps.ts'
import { formTokenOf, isFormToken } from './form.ts'
import { apology, redirect } from '../html/page.ts'
import { isPageAddress } from '../pages/path.ts'
import { keysPath } from './page-header.ts'
import { signInPage } from './sign-in-page.ts'

/** Why the last attempt failed, and where the form leads. */
type AskOptions = {
  problem?: string
  status?: number
  back?: string | undefined
  headers?: Record<string, string>
}

/** Shows the form that asks for a key. The form's token belongs to the `visit` cookie, which the answer sets. */
export const askForKey = ({ cookies, up }: DashboardCaller, { headers = {}, ...said }: AskOptions = {}): Response => {
  const visit = cookies.get('visit') ?? randomBytes(32).toString('base64url')
  const kept = cookies.set('visit', visit, cookieLifetime)
  return signInPage({ ...said, up, token: formTokenOf(visit), headers: { ...headers, ...kept } })
}

/** Signs an owner in to the keys, or the holder of any key to the pages; always begins a new session. */
export const signIn: Action = async (deps, caller, form) => {
  const { keys, sessions, throttle } = deps
  const { cookies, request, up, tell } = caller
  const visit = cookies.get('visit')
  const back = backOf(form)
  // The cookie may only have expired: a user who returns to yesterday's tab can sign in with the form that this shows.
  if (visit === undefined) return askForKey(caller, { back, status: 403, problem: noCookie })
  if (!isFormToken(form.get('token'), visit))
    return askForKey(caller, { back, status: 403, problem: 'This form has expired. Try again.' })
  // A valid key never waits: it is too long to be guessed, and a neighbour with the same address could lock its owner out.
  const holder = await keys.find((form.get('key') ?? '').trim())
  if (!holder) {
    const wait = await throttle(request.address)
    const headers = wait > 0 ? { headers: { 'retry-after': String(wait) } } : {}
    return askForKey(caller, { back, status: 401, problem: 'This is not a valid key.', ...headers })
  }
  tell(holder.name)
  if (back === undefined && holder.role !== 'owner')
    return askForKey(caller, {
      status: 403,
      problem: `This key has the role ${holder.role}: only an owner can manage keys.`,
    })
  const session = await sessions.begin(holder.id, cookies.get('session'))
  const home = up + (back ?? keysPath)
  return redirect(home, cookies.set('session', session, cookieLifetime))
}

const noCookie =
  'The browser did not send back the cookie of this form, which it keeps for eight hours. Try again. If that does not help, allow cookies, and open the page through https.'

/** Ends the session of a signed-in user; leads to the projects or to the keys, as the form says. */
export const signOut: Action = async (deps, caller, form) => {
  const home = caller.up + (backOf(form) === undefined ? keysPath : '')
  const signedIn = await findSession(deps, caller)
  if (!signedIn) return redirect(home)
  if (!isFormToken(form.get('token'), signedIn.name)) return oldForm(caller)
  await deps.sessions.end(signedIn.name)
  return redirect(home, caller.cookies.set('session', '', 0))
}

/** Finds the session of a request, and passes its user's name to `tell`; undefined if it has ended or its key is no longer valid. */
export const findSession = async (
  { sessions }: DashboardDeps,
  { cookies, tell }: DashboardCaller,
): Promise<SignedIn | undefined> => {
  const name = cookies.get('session')
  const holder = name === undefined ? undefined : await sessions.holder(name)
  if (name === undefined || !holder) return undefined
  tell(holder.name)
  return { name, holder }
}

/** A signed-in user: the session, and the holder of its key. */
export type SignedIn = { name: string; holder: KeyHolder }

/** Finds the session of a request if an owner is signed in; undefined for all others. */
export const findOwner = async (deps: DashboardDeps, caller: DashboardCaller): Promise<SignedIn | undefined> => {
  const signedIn = await findSession(deps, caller)
  return signedIn?.holder.role === 'owner' ? signedIn : undefined
}

/** How long the browser keeps a cookie, in seconds: as long as a session lasts. */
const cookieLifetime = 8 * 3600

/** Returns the page that a form leads back to, if it is one of ours: no redirect leaves the site. */
const backOf = (form: URLSearchParams): string | undefined => {
  const back = form.get('back')
  return back !== null && isPageAddress(back) ? back : undefined
}

/** Refuses a form whose token does not belong to the session. */
export const oldForm = ({ up }: DashboardCaller): Response =>
  apology({ up, status: 403, problem: 'This form has expired, and nothing was changed. Open the page again.' })
