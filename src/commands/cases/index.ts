import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { relations } from '../../contract/vocabulary.ts'
import { find, findProject } from '../shared/input/references.ts'
import { checkName, chooseRelations, someOf } from '../shared/input/choices.ts'
import { counted, lengthOf } from '../../output/text/count.ts'
import { deleteVerb } from '../shared/verbs/delete.ts'
import { defineHistory } from './history.ts'
import { identified, type ListFlags, listVerb, printList } from '../shared/verbs/list.ts'
import { getVerb, subjectName } from '../shared/verbs/get.ts'
import { collectValues, verb } from '../shared/verbs/index.ts'
import { readWriting, type Writing, writingFlags } from './content-flags.ts'
import { pairsOf } from '../shared/input/pairs.ts'

export const defineCases = (group: Command, context: Context): void => {
  listVerb(group, 'list', {
    summary: 'List the cases of a project',
    relations: relations.cases.list,
    examples: [
      'testctl cases list -p WEB',
      'testctl cases list -p WEB --custom-field area=login',
      "testctl cases list -p WEB --json | jq -r '.[].name'",
    ],
  })
    .option('--custom-field <key=value>', 'only cases with this custom field; all of several', collectValues)
    .action(async (flags: ListFlags & { customField?: string[] }) => {
      const chosen = chooseRelations(flags.relations, relations.cases.list)
      const customFields = flags.customField && pairsOf(flags.customField)
      const { id: projectId, identifier } = await findProject(context)
      const api = await context.api()
      await printList(context, 'cases', {
        flags,
        project: identifier,
        read: async (page) => {
          const filter = { ...(chosen && { relations: chosen }), ...(customFields && { customFields }) }
          const { cases, pagination } = await api.cases.list({ projectId, ...page, ...filter })
          return { rows: cases, pagination }
        },
      })
    })

  getVerb(group, context, {
    noun: 'cases',
    summary: 'Show one case',
    examples: ['testctl cases get WEB-C1', 'testctl cases get WEB-C1 --relations comments'],
  })

  writingFlags(
    verb(group, 'create', {
      summary: 'Create a case',
      aliases: ['add', 'new'],
      changes: 'writes',
      examples: [
        "testctl cases create -p WEB --name 'Login works' --step 'Submit the form => The dashboard opens'",
        'testctl cases create -p WEB --name Checkout --custom-field area=shop --preconditions -',
      ],
    }).requiredOption('--name <name>', 'its name'),
  ).action(async (flags: Writing & { name: string }) => {
    checkName(flags.name)
    const { preconditions = '', steps = [], customFields } = await readWriting(context.io, flags)
    const project = await findProject(context)
    const api = await context.api()
    const created = await api.cases.create({
      projectId: project.id,
      name: flags.name,
      preconditions,
      steps,
      ...(customFields && { customFields }),
    })
    const row = identified('cases', project.identifier, created.case)
    await (await context.printer()).changed('cases', row, `Created case ${String(row['identifier'])}: ${flags.name}`)
  })

  writingFlags(
    verb(group, 'update <case>', {
      summary: 'Change a case',
      aliases: ['edit'],
      changes: 'writes',
      examples: ["testctl cases update WEB-C1 --name 'Login works with a passkey'"],
    }).option('--name <name>', 'its new name'),
  )
    .addHelpText('after', '\nSteps that are given take the place of all that it had, and so do custom fields.')
    .action(async (typed: string, flags: Writing & { name?: string }) => {
      const written = await readWriting(context.io, flags)
      const fields = someOf({ name: flags.name, ...written }, '--name --preconditions --step --steps --custom-field')
      const { id: caseId, project } = await find(context, 'cases', typed)
      const api = await context.api()
      const updated = await api.cases.update({ caseId, ...fields })
      const row = identified('cases', project, updated.case)
      await (await context.printer()).changed('cases', row, `Updated ${subjectName('cases', row)}`)
    })

  deleteVerb(group, context, {
    noun: 'cases',
    examples: ['testctl cases delete WEB-C2 --yes'],
    relations: ['comments'],
    below: (row) => ` with ${counted(lengthOf(row['comments']), 'comment')} (tests made from it stay)`,
    remove: async (caseId) => (await context.api()).cases.delete({ caseId }),
  })

  defineHistory(group, context)
}
