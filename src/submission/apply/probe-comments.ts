import type { Api } from '../../contract/index.ts'
import { ensureDeleted } from '../../contract/made-changes.ts'
import { InterfaceError } from '../../errors.ts'
import type { RunTest } from '../../runs/read.ts'

/**
 * Writes comments on tests of which the service leaves out which they have. The first, read again, shows whether it only leaves out that
 * there is none; else that one is deleted again, and no other is written: the next submission would not find them. DECISIONS 430
 */
export const probing = (api: Api): ((test: RunTest, make: () => Promise<string>) => Promise<string>) => {
  let isSaid: Promise<boolean> | undefined
  return async (test, make) => {
    const known = isSaid
    if (known) {
      if (await known) return make()
      throw unsaidComments(test)
    }
    const made = make()
    isSaid = made.then((id) => holds(api, test, id)).catch(() => false)
    const comment = await made
    if (await isSaid) return comment
    await ensureDeleted(api.comments.delete({ commentId: comment }))
    throw unsaidComments(test)
  }
}

const holds = async (api: Api, { identifiers: [identifier] }: RunTest, comment: string): Promise<boolean> => {
  if (identifier === undefined) return false
  const { test } = await api.tests.get({ identifier, relations: ['comments'] })
  return test.comments?.some(({ id }) => id === comment) ?? false
}

/** The error for a test of which the service does not say which comments it has. */
export const unsaidComments = ({ identifiers: [identifier], id }: RunTest): InterfaceError =>
  new InterfaceError(`the service did not return the comments of ${identifier ?? id}: they were left as they are`, {
    hint: 'tell the operator of the service; -v shows the requests',
  })
