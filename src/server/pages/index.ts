import type { Api } from '../../contract/index.ts'
import { parseIdentifier } from '../../contract/identifiers.ts'
import { NotFoundError, RejectedError, UnauthorizedError, UnavailableError } from '../../errors.ts'
import type { KeyHolder } from '../../service/auth/key-cache.ts'
import type { Response } from '../../wire/message.ts'
import { callerOf } from '../dashboard/cookies.ts'
import type { DashboardDeps } from '../dashboard/deps.ts'
import { askForKey, findSession } from '../dashboard/sign-in.ts'
import type { IncomingRequest } from '../http/request.ts'
import { refuse } from '../http/response.ts'
import { bounce } from './bounce.ts'
import { missing, type Reader } from './layout.ts'
import { milestonePage } from './milestone.ts'
import { isPagePath } from './path.ts'
import { projectPage, projectsPage } from './projects.ts'
import { runPage, runState } from './run.ts'
import { casePage, testPage } from './test.ts'
import type { AnswerOf } from './view.ts'

/** Answers what people open in a browser; `tell` hears who looks. */
export type Site = (arrival: IncomingRequest, tell: (holder: string) => void) => Promise<Response>

/**
 * The projects, runs, tests, cases and milestones of a server as pages, read only, for whoever signs in with a key of any
 * role. They are read through the interface, as far as the role of that key goes. DECISIONS 197
 */
export const createSite =
  ({ desk, apiOf }: { desk: DashboardDeps; apiOf: (holder: KeyHolder) => Api }): Site =>
  async (request, tell) => {
    const { method, path } = request
    if (!['GET', 'HEAD'].includes(method))
      return method === 'OPTIONS'
        ? { status: 204, headers: { allow }, body: '' }
        : refuse(405, `${method} is not possible here`, { headers: { allow } })
    const caller = callerOf(request)
    const signedIn = await findSession(desk, caller)
    const page = pageIn(request.query)
    const back = `${path.slice(1)}${page > 1 ? `?page=${page}` : ''}`
    const up = '../'.repeat(path.split('/').length - 2) || './'
    const signIn = () =>
      askForKey(desk, caller, { back: isPagePath(path) ? back : '', action: `${up}settings/sign-in`, status: 401 })
    if (!signedIn) {
      if (request.query === 'state') return refuse(401, 'UNAUTHORIZED')
      return bounce(request) ?? signIn()
    }
    tell(signedIn.holder.name)
    const reader: Reader = { ...signedIn, token: desk.tokens.tokenOf(signedIn.name), up }
    const view = { api: apiOf(signedIn.holder), reader, page, stop: AbortSignal.timeout(longest) }
    try {
      if (path === '/') return await projectsPage(view)
      if (!isPagePath(path)) return missing(reader, 'There is nothing at this address.')
      const named = path.slice(1)
      const parsed = parseIdentifier(named)
      if (!parsed) return await projectPage(view, named)
      if (parsed.noun === 'runs' && request.query === 'state') return await runState(view, named)
      return await pages[parsed.noun](
        view,
        named.replace(/-[ctrm]/i, (letter) => letter.toUpperCase()),
      )
    } catch (error) {
      if (error instanceof NotFoundError)
        return missing(reader, `There is no ${path.slice(1)}. It may have been deleted.`)
      // Revoked just now.
      if (error instanceof UnauthorizedError) return signIn()
      if (error instanceof UnavailableError)
        return missing(reader, 'The store cannot be used now. Try again in a moment.', 503)
      if (error instanceof RejectedError)
        return missing(reader, `This cannot be shown: ${error.message}.`, error.status ?? 400)
      throw error
    }
  }

const pages: Record<'runs' | 'tests' | 'cases' | 'milestones', AnswerOf> = {
  runs: runPage,
  tests: testPage,
  cases: casePage,
  milestones: milestonePage,
}

const allow = 'GET, HEAD, OPTIONS'

// A page is read in a moment; what takes longer than that, nobody waits for.
const longest = 60_000

const pageIn = (query: string): number => {
  const typed = new URLSearchParams(query).get('page') ?? '1'
  return /^\d{1,9}$/.test(typed) ? Number(typed) : 1
}
