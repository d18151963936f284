import { NotFoundError, RejectedError } from '../../errors.ts'
import { roleNames } from '../../contract/roles.ts'
import type { Response } from '../../wire/message.ts'
import type { DashboardCaller } from './cookies.ts'
import type { Action, DashboardDeps } from './deps.ts'
import { formTokenOf, isFormToken } from './form.ts'
import { type KeyDraft, emptyDraft, keysPage, lifetimes } from './keys-page.ts'
import { newKeyPage } from './new-key-page.ts'
import { keysPath, type PageOwner } from './page-header.ts'
import { redirect } from '../html/page.ts'
import { askForKey, findOwner, findSession, oldForm, type SignedIn } from './sign-in.ts'

/** A signed-in user, and the relative path from the requested address to `/`. */
type SignedInAt = SignedIn & Pick<DashboardCaller, 'up'>

/** Shows the keys to an owner, and the sign-in form to others, also to users who are signed in with another role. */
export const showKeys = async (deps: DashboardDeps, caller: DashboardCaller): Promise<Response> => {
  const signedIn = await findSession(deps, caller)
  if (!signedIn) return askForKey(caller)
  const { name, role } = signedIn.holder
  if (role !== 'owner')
    return askForKey(caller, {
      status: 403,
      problem: `You are signed in as ${name}, with the role ${role}: only an owner can manage keys.`,
    })
  const revoked = new URLSearchParams(caller.request.query).get('revoked')
  return list(deps, { ...signedIn, up: caller.up }, { revoked })
}

/** Lists the keys. `revoked` is the id of a key; if it was revoked just now, the page says so. */
const list = async (
  { keys, now }: DashboardDeps,
  signedIn: SignedInAt,
  { revoked, ...rest }: { revoked?: string | null; problem?: string; status?: number; draft?: KeyDraft },
): Promise<Response> => {
  const all = await keys.list()
  const since = new Date(now().getTime() - justNow).toISOString()
  const gone = all.find(({ id, revokedAt }) => id === revoked && revokedAt !== null && revokedAt > since)
  const done = gone && `The key ${gone.name} is revoked.`
  return keysPage({ ...rest, done, keys: all, owner: ownerOf(signedIn) })
}

// In milliseconds. The id stays in the address, so the page must not repeat the message when it is opened again later.
const justNow = 30_000

const ownerOf = ({ name, holder, up }: SignedInAt): PageOwner => ({ holder: holder.name, token: formTokenOf(name), up })

/** Wraps an action that needs a signed-in owner and a form of the same session. */
const asOwner =
  (act: (deps: DashboardDeps, signedIn: SignedInAt, form: URLSearchParams) => Promise<Response>): Action =>
  async (deps, caller, form) => {
    const signedIn = await findOwner(deps, caller)
    if (!signedIn)
      return askForKey(caller, {
        status: 401,
        problem: 'You are no longer signed in. Nothing was changed.',
      })
    if (!isFormToken(form.get('token'), signedIn.name)) return oldForm(caller)
    return act(deps, { ...signedIn, up: caller.up }, form)
  }

/** Creates a key. Only the answer to this form shows its secret. */
export const createKey = asOwner(async (deps, signedIn, form) => {
  const { keys, now } = deps
  const { holder } = signedIn
  const draft = readDraft(form)
  if (!draft)
    return list(deps, signedIn, {
      status: 400,
      problem: 'Choose a role and a time from the lists. Nothing was changed.',
    })
  const { name, role, days } = draft
  const expiresAt = days === '' ? undefined : new Date(now().getTime() + Number(days) * 86_400_000)
  try {
    const { key, secret } = await keys.create({ name, role, expiresAt, createdBy: holder.name })
    return newKeyPage({ key, secret, owner: ownerOf(signedIn) })
  } catch (error) {
    return list(deps, signedIn, { ...refusalOf(error), draft })
  }
})

const readDraft = (form: URLSearchParams): KeyDraft | undefined => {
  const role = roleNames.find((one) => one === form.get('role'))
  const days = form.get('days') ?? emptyDraft.days
  return role && Object.hasOwn(lifetimes, days) ? { name: form.get('name') ?? '', role, days } : undefined
}

/** Revokes a key, but never the last one that can manage keys. DECISIONS 57 */
export const revokeKey = asOwner(async (deps, signedIn, form) => {
  const wanted = form.get('id') ?? ''
  try {
    const { id } = await deps.keys.revoke(wanted, { evenLast: false })
    return redirect(`${signedIn.up}${keysPath}?revoked=${id}`)
  } catch (error) {
    const { status, problem } = refusalOf(error)
    // The form of another tab, or of the page before, names a key by its id, which its reader has never seen.
    const gone = (await deps.keys.list()).find(({ id, state }) => id === wanted && state === 'revoked')
    return list(deps, signedIn, { status, problem: gone ? `The key ${gone.name} is already revoked.` : problem })
  }
})

const refusalOf = (error: unknown): { status: number; problem: string } => {
  if (!(error instanceof RejectedError || error instanceof NotFoundError)) throw error
  return { status: error.status ?? 400, problem: [error.message, error.hint].filter(Boolean).join('; ') }
}
