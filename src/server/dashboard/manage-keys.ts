import { NotFoundError, RejectedError } from '../../errors.ts'
import { roleNames } from '../../contract/roles.ts'
import type { Response } from '../../wire/message.ts'
import type { Action, DashboardCaller, DashboardDeps } from './deps.ts'
import { type Draft, emptyDraft, keysPage, lifetimes, newKeyPage } from './keys-page.ts'
import { redirect } from '../html/page.ts'
import { askForKey, findOwner, oldForm, type SignedIn } from './sign-in.ts'

/** Shows the keys to an owner, and the way in to everybody else. */
export const showKeys = async (deps: DashboardDeps, caller: DashboardCaller): Promise<Response> => {
  const signedIn = await findOwner(deps, caller)
  if (!signedIn) return askForKey(deps, caller)
  const { notice: done } = signedIn.session
  signedIn.session.notice = undefined
  return list(deps, signedIn, { done })
}

const list = async (
  { keys, tokens }: DashboardDeps,
  { name, holder }: SignedIn,
  said: { done?: string | undefined; problem?: string; status?: number; draft?: Draft },
): Promise<Response> => keysPage({ ...said, keys: await keys.list(), holder: holder.name, token: tokens.tokenOf(name) })

/** An action of somebody who is signed in, by a form that this very session was given. */
const asOwner =
  (act: (deps: DashboardDeps, signedIn: SignedIn, form: URLSearchParams) => Promise<Response>): Action =>
  async (deps, caller, form) => {
    const signedIn = await findOwner(deps, caller)
    if (!signedIn)
      return askForKey(deps, caller, {
        status: 401,
        problem: 'You are not signed in any more, and nothing was changed.',
      })
    if (!deps.tokens.belongs(form.get('token'), signedIn.name)) return oldForm()
    return act(deps, signedIn, form)
  }

/** Makes a key, and shows it in the answer to this one form. */
export const createKey = asOwner(async (deps, signedIn, form) => {
  const { keys, now, tokens } = deps
  const { holder } = signedIn
  const draft = readDraft(form)
  if (!draft) return list(deps, signedIn, { status: 400, problem: 'There is no such role, or no such time.' })
  const { name, role, days } = draft
  const expiresAt = days === '' ? undefined : new Date(now().getTime() + Number(days) * 86_400_000)
  try {
    const { key, secret } = await keys.create({ name, role, expiresAt, createdBy: holder.name })
    return newKeyPage({ key, secret, holder: holder.name, token: tokens.tokenOf(signedIn.name) })
  } catch (error) {
    return list(deps, signedIn, { ...refusalOf(error), draft })
  }
})

const readDraft = (form: URLSearchParams): Draft | undefined => {
  const role = roleNames.find((one) => one === form.get('role'))
  const days = form.get('days') ?? emptyDraft.days
  return role && Object.hasOwn(lifetimes, days) ? { name: form.get('name') ?? '', role, days } : undefined
}

/** Revokes a key, but never the last one that an owner has. DECISIONS 57 */
export const revokeKey = asOwner(async (deps, signedIn, form) => {
  try {
    const { name } = await deps.keys.revoke(form.get('id') ?? '', { evenLast: false })
    signedIn.session.notice = `The key ${name} is revoked.`
  } catch (error) {
    return list(deps, signedIn, refusalOf(error))
  }
  return redirect('/settings/keys')
})

const refusalOf = (error: unknown): { status: number; problem: string } => {
  if (!(error instanceof RejectedError || error instanceof NotFoundError)) throw error
  return { status: error.status ?? 400, problem: [error.message, error.hint].filter(Boolean).join('; ') }
}
