import type { Api } from '../../contract/index.ts'
import { formatIdentifier, parseIdentifier } from '../../contract/identifiers.ts'
import { NotFoundError, RejectedError, UnauthorizedError, UnavailableError } from '../../errors.ts'
import type { KeyHolder } from '../../service/auth/key-cache.ts'
import type { ReadRunRevision, Search } from '../../service/index.ts'
import type { Response } from '../../wire/message.ts'
import { callerOf } from '../dashboard/cookies.ts'
import type { DashboardDeps } from '../dashboard/deps.ts'
import { formTokenOf } from '../dashboard/form.ts'
import { askForKey, findSession } from '../dashboard/sign-in.ts'
import type { IncomingRequest } from '../http/request.ts'
import { refuse } from '../http/response.ts'
import { bounce } from './bounce.ts'
import { missingPage, type PageReader } from './layout.ts'
import { milestonePage } from './milestone.ts'
import { isPagePath, pageAddress, pageMeant } from './path.ts'
import { projectPage, projectsPage } from './projects.ts'
import { createRunFeed, type RunFeed } from './run-feed.ts'
import { runEvents, runPage, runState } from './run.ts'
import { casePage, testPage } from './test.ts'
import type { AnswerOf } from './view.ts'

/** Handles requests for the pages; passes the signed-in user's name to `tell`. */
export type SiteHandler = (arrival: IncomingRequest, tell: (holder: string) => void) => Promise<Response>

/** The dependencies of the pages: the sessions, the service and its search for the holder of a key, and the feed of runs. */
type SiteDeps = {
  dashboard: DashboardDeps
  apiOf: (holder: KeyHolder) => Api
  searchOf: (keyId: string) => Search
  runRevisionOf: (keyId: string) => ReadRunRevision
  feed?: RunFeed
}

/**
 * Creates the read-only pages of projects, runs, tests, cases and milestones, for users with a key of any role.
 * They read through the interface, with the rights of a reader. DECISIONS 197
 */
export const createSite =
  ({ dashboard, apiOf, searchOf, runRevisionOf, feed = createRunFeed() }: SiteDeps): SiteHandler =>
  async (request, tell) => {
    const { method, path } = request
    if (!['GET', 'HEAD'].includes(method))
      return method === 'OPTIONS'
        ? { status: 204, headers: { allow }, body: '' }
        : refuse(405, `${method} is not possible here`, { headers: { allow } })
    const caller = callerOf(request, { storeId: dashboard.storeId, tell })
    const signedIn = await findSession(dashboard, caller)
    const query = new URLSearchParams(request.query)
    const page = pageIn(query)
    const signIn = () => askForKey(caller, { back: pageAddress(request), status: 401 })
    if (!signedIn) {
      if (quiet.includes(request.query)) return refuse(401, 'UNAUTHORIZED')
      return bounce(request) ?? signIn()
    }
    const isSignedIn = async () => (await findSession(dashboard, caller)) !== undefined
    const reader: PageReader = { ...signedIn, token: formTokenOf(signedIn.name), up: caller.up, isSignedIn }
    const { holder } = signedIn
    const view = {
      api: apiOf(holder),
      search: searchOf(holder.id),
      readRunRevision: runRevisionOf(holder.id),
      feed,
      reader,
      query,
      page,
      stop: AbortSignal.timeout(longest),
    }
    try {
      if (path === '/') return await projectsPage(view)
      if (!isPagePath(path)) return missingPage(reader, 'There is nothing at this address.', { meant: pageMeant(path) })
      const named = path.slice(1)
      const parsed = parseIdentifier(named)
      if (!parsed) return await projectPage(view, named)
      const identifier = formatIdentifier({ ...parsed, project: parsed.project.toUpperCase() })
      if (parsed.noun === 'runs' && request.query === 'state') return await runState(view, identifier)
      if (parsed.noun === 'runs' && request.query === 'events') return await runEvents(view, identifier)
      return await pages[parsed.noun](view, identifier)
    } catch (error) {
      if (error instanceof NotFoundError)
        return missingPage(reader, `There is no ${path.slice(1)}. It may have been deleted.`)
      // The key was revoked during this request.
      if (error instanceof UnauthorizedError) return signIn()
      if (error instanceof UnavailableError)
        return missingPage(reader, 'The store cannot be used now. Try again in a moment.', { status: 503 })
      if (error instanceof RejectedError)
        return missingPage(reader, `This cannot be shown: ${error.message}.`, { status: error.status ?? 400 })
      throw error
    }
  }

const pages: Record<'runs' | 'tests' | 'cases' | 'milestones', AnswerOf> = {
  runs: runPage,
  tests: testPage,
  cases: casePage,
  milestones: milestonePage,
}

// The queries that a page's script sends: a script gets no sign-in form.
const quiet = ['state', 'events']

const allow = 'GET, HEAD, OPTIONS'

// In milliseconds. Reading a page takes a moment; users do not wait longer than this.
const longest = 60_000

const pageIn = (query: URLSearchParams): number => {
  const typed = query.get('page') ?? '1'
  return /^\d{1,9}$/.test(typed) ? Number(typed) : 1
}
