import type { ResultName } from '../contract/vocabulary.ts'
import { foldForSearch } from '../system/text/fold-accents.ts'
import type { Queries } from '../store/table-types.ts'
import type { Store } from '../store/index.ts'
import { guardStore } from './auth/guarded-store.ts'

/** A search for names of a project's cases or tests that contain every word of `text`, in any case and with any accents. */
export type SearchQuery = {
  projectId: string
  noun: 'cases' | 'tests'
  text: string
  /** Finds only smaller displayIds: the position where an earlier search ended. */
  before?: number | undefined
  /** The maximum number of hits. */
  most: number
}

/** A case or a test that was found; for a test also its result and the displayId of its run. */
export type SearchHit = { displayId: number; name: string; result?: ResultName; run?: number }

/** The hits, newest first. If `next` is set, there may be more hits before that displayId. */
export type SearchAnswer = { found: SearchHit[]; next: number | undefined }

export type Search = (query: SearchQuery) => Promise<SearchAnswer>

/**
 * Creates the search in the names of a project for the holder of a key, as long as that key is valid. It is no operation of the
 * interface; the pages of a server use it. One search looks at `mostNames` names at most, and lets other work run in between.
 * DECISIONS 212
 */
export const createSearch =
  (store: Store) =>
  (keyId: string): Search => {
    const theirs = guardStore(store, { keyId, now: store.now })
    return async ({ text, most, ...list }) => {
      const words = foldForSearch(text).split(/\s+/).filter(Boolean)
      const found: SearchHit[] = []
      let { before } = list
      for (let seen = 0; seen < mostNames; seen += atOnce) {
        const from = { ...list, before }
        const { names, hits } = await theirs.read((queries) => readHits(queries, from, words))
        const room = most - found.length
        for (const hit of hits.slice(0, room)) found.push(hit)
        before = hits.length > room ? found.at(-1)?.displayId : names.at(-1)?.display_id
        if (hits.length > room) return { found, next: before }
        if (names.length < atOnce) return { found, next: undefined }
      }
      return { found, next: before }
    }
  }

const mostNames = 20_000
const atOnce = 1000

type Slice = Pick<SearchQuery, 'projectId' | 'noun' | 'before'>

const readHits = async (queries: Queries, slice: Slice, words: readonly string[]) => {
  const names = await readNames(queries, slice)
  const fitting = names.filter(({ name }) => {
    const whole = foldForSearch(name)
    return words.every((word) => whole.includes(word))
  })
  const hits: SearchHit[] = fitting.map(({ display_id, name }) => ({ displayId: display_id, name }))
  return { names, hits: slice.noun === 'tests' && hits.length > 0 ? await withResults(queries, slice, hits) : hits }
}

// Both tables have these columns; the types of the query builder need one table.
const readNames = (queries: Queries, { noun, projectId, before }: Slice) => {
  const rows = queries.selectFrom(noun as 'cases').where('project_id', '=', projectId)
  return (before === undefined ? rows : rows.where('display_id', '<', before))
    .select(['display_id', 'name'])
    .orderBy('display_id', 'desc')
    .limit(atOnce)
    .execute()
}

const withResults = async (queries: Queries, { projectId }: Slice, hits: readonly SearchHit[]) => {
  const rows = await queries
    .selectFrom('tests')
    .innerJoin('runs', 'runs.id', 'tests.run_id')
    .where('tests.project_id', '=', projectId)
    .where(
      'tests.display_id',
      'in',
      hits.map(({ displayId }) => displayId),
    )
    .select(['tests.display_id', 'tests.result', 'runs.display_id as run'])
    .execute()
  const byId = new Map(rows.map((row) => [row.display_id, row]))
  return hits.map((hit) => {
    const row = byId.get(hit.displayId)
    return row ? { ...hit, result: row.result, run: row.run } : hit
  })
}
