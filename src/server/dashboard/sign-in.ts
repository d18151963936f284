import { randomBytes } from 'node:crypto'
import type { KeyHolder } from '../../service/auth/key-cache.ts'
import type { Response } from '../../wire/message.ts'
import type { Action, DashboardCaller, DashboardDeps } from './deps.ts'
import { apology, redirect } from '../html/page.ts'
import { lifetime, type SignInSession } from './sessions.ts'
import { signInPage } from './sign-in-page.ts'

/** Shows the form that asks for a key, which goes with a cookie of its own. */
export const askForKey = (
  { tokens }: DashboardDeps,
  { cookies }: DashboardCaller,
  { headers = {}, ...said }: { problem?: string; status?: number; headers?: Record<string, string> } = {},
): Response => {
  const visit = cookies.get('visit') ?? randomBytes(32).toString('base64url')
  const kept = cookies.set('visit', visit, lifetime / 1000)
  return signInPage({ ...said, token: tokens.tokenOf(visit), headers: { ...headers, ...kept } })
}

/** Lets an owner in, under a new session whatever cookies came with the form. */
export const signIn: Action = async (deps, caller, form) => {
  const { guess, keys, sessions, tokens } = deps
  const { cookies, request } = caller
  const visit = cookies.get('visit')
  if (visit === undefined)
    return apology({
      status: 403,
      problem: 'The browser did not send back the cookie of this page. Allow cookies, and open the page through https.',
    })
  if (!tokens.belongs(form.get('token'), visit))
    return askForKey(deps, caller, { status: 403, problem: 'This form has become old. Try once more.' })
  // A right key is never kept waiting: it is too long to be guessed, and whoever shares an address could lock its owner out.
  const holder = await keys.find((form.get('key') ?? '').trim())
  if (!holder) {
    const wait = guess(request.address)
    const headers = wait > 0 ? { headers: { 'retry-after': String(wait) } } : {}
    return askForKey(deps, caller, { status: 401, problem: 'This is not a valid key.', ...headers })
  }
  if (holder.role !== 'owner')
    return askForKey(deps, caller, {
      status: 403,
      problem: `This key is a ${holder.role}: only an owner manages the keys.`,
    })
  const before = cookies.get('session')
  if (before !== undefined) sessions.end(before)
  return redirect('/settings/keys', cookies.set('session', sessions.begin(holder.id), lifetime / 1000))
}

export const signOut: Action = async (deps, caller, form) => {
  const signedIn = await whoIsSignedIn(deps, caller)
  if (!signedIn) return redirect('/settings/keys')
  if (!deps.tokens.belongs(form.get('token'), signedIn.name)) return oldForm()
  deps.sessions.end(signedIn.name)
  return redirect('/settings/keys', caller.cookies.set('session', '', 0))
}

/** The session that a request belongs to, and whose it is; undefined once its key is not an owner's any more. */
export const whoIsSignedIn = async (
  { keys, sessions }: DashboardDeps,
  { cookies }: DashboardCaller,
): Promise<{ name: string; session: SignInSession; holder: KeyHolder } | undefined> => {
  const name = cookies.get('session')
  const session = name === undefined ? undefined : sessions.find(name)
  if (name === undefined || !session) return undefined
  const holder = await keys.holder(session.keyId)
  if (holder?.role === 'owner') return { name, session, holder }
  sessions.end(name)
  return undefined
}

/** What is said of a form that another session was given, or none. */
export const oldForm = (): Response =>
  apology({ status: 403, problem: 'This form has become old, and nothing was changed. Open the page again.' })
