import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { counted, countRelated } from '../../output/text/count.ts'
import { defineVerbs, type Verbs } from '../shared/verbs/define.ts'
import { deleteVerb } from '../shared/verbs/delete.ts'
import { getVerb } from '../shared/verbs/get.ts'
import { defineAssign } from './assign.ts'
import { defineCreate } from './create.ts'
import { defineList } from './list.ts'
import { defineSet } from './set.ts'
import { defineUpdate } from './update.ts'

const verbs: Verbs = {
  list: defineList,
  get: (group, context) =>
    getVerb(group, context, {
      noun: 'tests',
      summary: 'Show one test',
      examples: ['testctl tests get WEB-T12', 'testctl tests get WEB-T12 --relations case,comments'],
    }),
  create: defineCreate,
  update: defineUpdate,
  set: defineSet,
  assign: defineAssign,
  delete: (group, context) =>
    deleteVerb(group, context, {
      noun: 'tests',
      examples: ['testctl tests delete WEB-T2 --yes'],
      relations: ['comments'],
      below: (rows) =>
        ` with ${rows.length > 1 ? 'their results' : 'its result'} and ${counted(countRelated(rows, 'comments'), 'comment')}`,
      remove: async (testId) => (await context.api()).tests.delete({ testId }),
    }),
}

/** Adds the verbs of `tests`, or only the one that was `typed`. */
export const defineTests = (group: Command, context: Context, typed?: string): void =>
  defineVerbs(verbs, group, context, typed)
