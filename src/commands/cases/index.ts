import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { findProject } from '../shared/input/project.ts'
import { relationsOfList } from '../shared/verbs/relations.ts'
import { counted, countRelated } from '../../output/text/count.ts'
import { type Define, defineVerbs, type Verbs } from '../shared/verbs/define.ts'
import { deleteVerb } from '../shared/verbs/delete.ts'
import { defineExport } from './export.ts'
import { defineHistory } from './history.ts'
import { defineImport } from './import.ts'
import { defineLint } from './lint.ts'
import { type ListFlags, listVerb, printList } from '../shared/verbs/list.ts'
import { getVerb } from '../shared/verbs/get.ts'
import { collectValues } from '../shared/verbs/index.ts'
import { nameFilter } from '../shared/verbs/select-rows.ts'
import { defineCreateCase } from './create.ts'
import { defineEdit } from './edit/index.ts'
import { defineUpdateCase } from './update.ts'
import { mayHaveFields, parsePairs } from '../shared/input/pairs.ts'

const defineList: Define = (group, context) => {
  listVerb(group, 'list', {
    summary: 'List the cases of a project',
    examples: [
      'testctl cases list -p WEB',
      'testctl cases list -p WEB --custom-field area=login',
      'testctl cases list -p WEB --search password --sort updatedAt:desc',
      "testctl cases list -p WEB --json | jq -r '.[].name'",
    ],
  })
    .option(
      '--custom-field <key=value>',
      'only cases with this custom field; if repeated, all must match',
      collectValues,
    )
    .action(async (flags: ListFlags & { customField?: string[] }) => {
      const chosen = await relationsOfList(context, 'cases', flags)
      const customFields = flags.customField && parsePairs(flags.customField)
      const { id: projectId, identifier } = await findProject(context)
      const api = await context.api()
      const isNamed = nameFilter(flags.search)
      await printList(context, 'cases', {
        flags,
        filter: customFields && ((row) => mayHaveFields(row, customFields) && (isNamed?.(row) ?? true)),
        project: identifier,
        read: async (page) => {
          const asked = { ...(chosen && { relations: chosen }), ...(customFields && { customFields }) }
          const { cases, pagination } = await api.cases.list({ projectId, ...page, ...asked })
          return { rows: cases, pagination }
        },
      })
    })
}

const verbs: Verbs = {
  list: defineList,
  get: (group, context) =>
    getVerb(group, context, {
      noun: 'cases',
      summary: 'Show one case',
      examples: ['testctl cases get WEB-C1', 'testctl cases get WEB-C1 --relations comments'],
    }),
  create: defineCreateCase,
  update: defineUpdateCase,
  edit: defineEdit,
  delete: (group, context) =>
    deleteVerb(group, context, {
      noun: 'cases',
      examples: ['testctl cases delete WEB-C2 --yes'],
      relations: ['comments'],
      below: (rows) =>
        ` with ${counted(countRelated(rows, 'comments'), 'comment')} (tests made from ${rows.length > 1 ? 'them' : 'it'} stay)`,
      remove: async (caseId) => (await context.api()).cases.delete({ caseId }),
    }),
  history: defineHistory,
  export: defineExport,
  import: defineImport,
  lint: defineLint,
}

/** Adds the verbs of `cases`, or only the one that was `typed`. */
export const defineCases = (group: Command, context: Context, typed?: string): void =>
  defineVerbs(verbs, group, context, typed)
