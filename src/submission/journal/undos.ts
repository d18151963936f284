import type { Io } from '../../system/io.ts'
import { replaysOf } from './directory.ts'
import type { Replay } from './replay.ts'

/** Changes that undos of other submissions made in a run; each stands for the state before those submissions. DECISIONS 303 */
export type Undos = {
  /** The last change of a test that was there before, where an undo made the one of this time; else the time itself. */
  standsFor: (test: string, at: number | undefined) => number | undefined
  /** The id that a comment has now, where undos wrote it once more. */
  commentNow: (comment: string) => string
}

/** Reads them from the journals in the usual folder and beside the journal of the submission. */
export const readUndos = async (
  { file, begin, run }: Replay,
  io: Pick<Io, 'env' | 'platform' | 'uid'>,
): Promise<Undos> => {
  const { service } = begin
  const times = new Map<string, number>()
  const comments = new Map<string, string>()
  const wanted = { isWanted: (other: Replay['begin']) => other.service === service, ends: 'undone' } as const
  for await (const other of replaysOf(io, { ...wanted, beside: file })) {
    if (other.run?.id !== run?.id) continue
    for (const [test, at] of other.putBack) {
      const { since } = other.intended.get(test) ?? {}
      if (at !== undefined && since !== undefined) times.set(`${test} ${at}`, since)
    }
    for (const [was, comment] of other.rewritten) comments.set(was, comment)
  }
  return {
    standsFor: (test, at) => follow(at, (time) => times.get(`${test} ${time}`)),
    commentNow: (comment) => follow(comment, (id) => comments.get(id)),
  }
}

/** Where nothing was undone. */
export const noUndos: Undos = { standsFor: (_test, at) => at, commentNow: (comment) => comment }

/** The last of a chain; what leads back to itself, as a journal that was changed by hand may, ends it. */
const follow = <T>(first: T, next: (one: T) => T | undefined): T => {
  const seen = new Set<T>()
  let last = first
  for (let one: T | undefined = first; one !== undefined && !seen.has(one); one = next(one)) {
    seen.add(one)
    last = one
  }
  return last
}
