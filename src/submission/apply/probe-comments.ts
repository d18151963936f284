import type { Api } from '../../contract/index.ts'
import { ensureDeleted } from '../../contract/made-changes.ts'
import { InterfaceError } from '../../errors.ts'
import type { RunTest } from '../../runs/read.ts'

/**
 * Returns a function that writes comments on tests that the service sends with no list of comments. It reads the first comment back,
 * to see whether the service leaves out only empty lists. If it leaves out all, that comment is deleted and no other is written: the
 * next submission would not find them. If a comment is refused, or cannot be read back, the next one decides. DECISIONS 430
 */
export const probing = (api: Api): ((test: RunTest, make: () => Promise<string>) => Promise<string>) => {
  let probe: Promise<boolean | undefined> | undefined
  return async (test, make) => {
    while (probe) {
      const latest = probe
      const isSaid = await latest
      if (isSaid) return make()
      if (isSaid === false) throw omittedCommentsError(test)
      if (probe === latest) probe = undefined
    }
    const made = make()
    const own = made.then(
      (id) => holds(api, test, id),
      () => undefined,
    )
    probe = own
    const comment = await made
    if ((await own) !== false) return comment
    await ensureDeleted(api.comments.delete({ commentId: comment }))
    throw omittedCommentsError(test)
  }
}

/**
 * Whether a test has this comment; undefined if that cannot be read. Only a second read without it counts: one
 * may come from a stale copy.
 */
const holds = async (
  api: Api,
  { identifiers: [identifier] }: RunTest,
  comment: string,
): Promise<boolean | undefined> => {
  if (identifier === undefined) return false
  let without = 0
  for (let attempt = 1; attempt <= mostReads; attempt++) {
    const found = await api.tests.get({ identifier, relations: ['comments'] }).catch(() => undefined)
    if (found?.test.comments?.some(({ id }) => id === comment)) return true
    if (found && ++without === 2) return false
  }
  return undefined
}

const mostReads = 3

/** Returns the error for a test whose comments the service leaves out. */
export const omittedCommentsError = ({ identifiers: [identifier], id }: RunTest): InterfaceError =>
  new InterfaceError(`the service did not return the comments of ${identifier ?? id}: they were left as they are`, {
    hint: 'tell the operator of the service; -v shows the requests',
  })
