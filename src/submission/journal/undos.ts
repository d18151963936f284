import type { Io } from '../../system/io.ts'
import { replaysOf } from './directory.ts'
import type { Replay } from './replay.ts'

/** The changes that undos of other submissions made in a run. Each stands for the state before those submissions. DECISIONS 303 */
export type Undos = {
  /** If an undo changed the test at `at`, returns when the state that it restored had been set; otherwise returns `at`. */
  standsFor: (test: string, at: number | undefined) => number | undefined
  /** Returns the current id of a comment, which differs if undos wrote the comment again. */
  commentNow: (comment: string) => string
}

/** Reads the undos in a run from the journals in the usual folder and beside the journal of the submission. */
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

/** The changes if nothing was undone. */
export const noUndos: Undos = { standsFor: (_test, at) => at, commentNow: (comment) => comment }

/** Returns the last element of a chain. Stops at a cycle, which a journal that was edited by hand may contain. */
const follow = <T>(first: T, next: (one: T) => T | undefined): T => {
  const seen = new Set<T>()
  let last = first
  for (let one: T | undefined = first; one !== undefined && !seen.has(one); one = next(one)) {
    seen.add(one)
    last = one
  }
  return last
}
