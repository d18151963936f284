import { randomBytes } from 'node:crypto'
import type { KeyHolder } from '../../service/auth/key-cache.ts'
import type { Response } from '../../wire/message.ts'
import type { Action, DashboardCaller, DashboardDeps } from './deps.ts'
import { apology, redirect } from '../html/page.ts'
import { lifetime, type SignInSession } from './sessions.ts'
import { signInPage } from './sign-in-page.ts'

/** What was wrong with the last try, and where the form goes and leads. */
type AskOptions = {
  problem?: string
  status?: number
  back?: string | undefined
  action?: string
  headers?: Record<string, string>
}

/** Shows the form that asks for a key, which goes with a cookie of its own. */
export const askForKey = (
  { tokens }: DashboardDeps,
  { cookies }: DashboardCaller,
  { headers = {}, ...said }: AskOptions = {},
): Response => {
  const visit = cookies.get('visit') ?? randomBytes(32).toString('base64url')
  const kept = cookies.set('visit', visit, lifetime / 1000)
  return signInPage({ ...said, token: tokens.tokenOf(visit), headers: { ...headers, ...kept } })
}

/** Lets an owner in to the keys, and anybody with a key to the pages, under a new session whatever cookies came with the form. */
export const signIn: Action = async (deps, caller, form) => {
  const { guess, keys, sessions, tokens } = deps
  const { cookies, request } = caller
  const visit = cookies.get('visit')
  if (visit === undefined)
    return apology({
      status: 403,
      problem: 'The browser did not send back the cookie of this page. Allow cookies, and open the page through https.',
    })
  const back = backOf(form)
  // Relative, for what is behind a prefix.
  const again = back === undefined ? {} : { back, action: 'sign-in' }
  if (!tokens.belongs(form.get('token'), visit))
    return askForKey(deps, caller, { ...again, status: 403, problem: 'This form has become old. Try once more.' })
  // A right key is never kept waiting: it is too long to be guessed, and whoever shares an address could lock its owner out.
  const holder = await keys.find((form.get('key') ?? '').trim())
  if (!holder) {
    const wait = guess(request.address)
    const headers = wait > 0 ? { headers: { 'retry-after': String(wait) } } : {}
    return askForKey(deps, caller, { ...again, status: 401, problem: 'This is not a valid key.', ...headers })
  }
  if (back === undefined && holder.role !== 'owner')
    return askForKey(deps, caller, {
      status: 403,
      problem: `This key is a ${holder.role}: only an owner manages the keys.`,
    })
  const before = cookies.get('session')
  if (before !== undefined) sessions.end(before)
  const home = back === undefined ? '/settings/keys' : `../${back}`
  return redirect(home, cookies.set('session', sessions.begin(holder.id), lifetime / 1000))
}

export const signOut: Action = async (deps, caller, form) => {
  const home = backOf(form) === undefined ? '/settings/keys' : '../'
  const signedIn = await findSession(deps, caller)
  if (!signedIn) return redirect(home)
  if (!deps.tokens.belongs(form.get('token'), signedIn.name)) return oldForm()
  deps.sessions.end(signedIn.name)
  return redirect(home, caller.cookies.set('session', '', 0))
}

/** The session that a request belongs to, and whose it is; undefined once its key is not valid any more. */
export const findSession = async (
  { keys, sessions }: DashboardDeps,
  { cookies }: DashboardCaller,
): Promise<SignedIn | undefined> => {
  const name = cookies.get('session')
  const session = name === undefined ? undefined : sessions.find(name)
  if (name === undefined || !session) return undefined
  const holder = await keys.holder(session.keyId)
  if (holder) return { name, session, holder }
  sessions.end(name)
  return undefined
}

/** Somebody who is signed in: the name of the session, the session, and who has the key. */
export type SignedIn = { name: string; session: SignInSession; holder: KeyHolder }

/** The same of an owner; undefined for everybody else. */
export const findOwner = async (deps: DashboardDeps, caller: DashboardCaller): Promise<SignedIn | undefined> => {
  const signedIn = await findSession(deps, caller)
  return signedIn?.holder.role === 'owner' ? signedIn : undefined
}

/** The page that a form says it came from, where it is one of ours: nobody is led elsewhere. */
const backOf = (form: URLSearchParams): string | undefined => {
  const back = form.get('back')
  return back !== null && (back === '' || pageName.test(back)) ? back : undefined
}

const pageName = /^[A-Za-z][A-Za-z0-9_]*(-[CTRM]\d{1,15})?(\?page=\d{1,9})?$/i

/** What is said of a form that another session was given, or none. */
export const oldForm = (): Response =>
  apology({ status: 403, problem: 'This form has become old, and nothing was changed. Open the page again.' })
