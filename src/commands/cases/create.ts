import type { Command } from 'commander'
import type { CaseContent } from '../../cases/case-content.ts'
import { ownFlags } from '../../cli/flags.ts'
import type { Context } from '../../composition/context.ts'
import { UsageError } from '../../errors.ts'
import { checkName } from '../shared/input/choices.ts'
import { findProject } from '../shared/input/project.ts'
import { identified } from '../shared/verbs/list.ts'
import { verb } from '../shared/verbs/index.ts'
import { rethrowListed } from '../shared/verbs/look-first.ts'
import { mergeFields, readWriting, type Writing, writingFlags } from './content-flags.ts'
import { createFrom } from './create-from.ts'
import { editText } from './edit/editor.ts'

type Flags = Writing & { from?: string; name?: string; editor?: boolean; recover?: boolean }

/** Adds `cases create`. */
export const defineCreateCase = (group: Command, context: Context): void => {
  const command = writingFlags(
    verb(group, 'create', {
      summary: 'Create a case',
      aliases: ['add', 'new'],
      changes: 'writes',
      examples: [
        "testctl cases create -p WEB --name 'Login works' --step 'Submit the form => The dashboard opens'",
        'testctl cases create -p WEB --name Checkout --custom-field area=shop --preconditions -',
        'testctl cases create -p WEB --editor',
        'testctl cases create -p WEB --from cases.ndjson',
      ],
    }).option('--name <name>', 'its name'),
    { replaces: false },
  )
  command
    .option(
      '--from <file>',
      'create the cases of a file or folder: Markdown, NDJSON, JSON, YAML, or CSV as of cases export; - for stdin',
    )
    .option('--editor', 'write it in your editor ($VISUAL, $EDITOR, or vi)')
    .option('--recover', 'open the text that an earlier edit kept')
    .addHelpText('after', () => explanation)
    .action(async (flags: Flags) => {
      if (flags.from !== undefined) {
        const [other] = Object.keys(ownFlags(command)).filter((flag) => flag !== 'from')
        if (other === undefined) return createFrom(context, flags.from)
        throw new UsageError('--from excludes the flags that write a case', { hint: 'put it all into the file' })
      }
      const content = await readContent(context, flags)
      if (flags.editor || flags.recover) return writeCase(context, content, { recover: flags.recover === true })
      if (flags.name === undefined)
        throw new UsageError('a case needs a name', { hint: "give --name 'Login works', or write it with --editor" })
      checkName(content.name)
      await createCase(context, await findProject(context), content, flags)
    })
}

const explanation = `
--from creates every case of a file, each time it is run, and does not change
the file. Cases that have identifiers of another project are copied.
cases import keeps files and cases in sync: a second import creates nothing
twice.`

const readContent = async (context: Context, flags: Flags): Promise<CaseContent> => {
  const { preconditions = '', steps = [], customFields, addedFields } = await readWriting(context.io, flags)
  return { name: flags.name ?? '', preconditions, steps, customFields: mergeFields(customFields, addedFields ?? {}) }
}

const writeCase = async (context: Context, content: CaseContent, { recover }: { recover: boolean }): Promise<void> => {
  // A missing project is reported before the editor opens.
  const project = await findProject(context)
  const name = `${project.identifier}-new`
  const again = `cases create -p ${project.identifier}`
  const send = (edited: CaseContent) => createCase(context, project, edited, {})
  await editText(context, { identifier: undefined, name, id: project.id, content, again }, { recover, send })
}

const createCase = async (
  context: Context,
  project: { id: string; identifier: string },
  { name, preconditions, steps, customFields }: CaseContent,
  { customField, customFields: typed, customFieldsFile }: Flags,
): Promise<void> => {
  const api = await context.api()
  const isGiven = [customField, typed, customFieldsFile].some(Boolean) || Object.keys(customFields).length > 0
  const created = await api.cases
    .create({
      projectId: project.id,
      name,
      preconditions,
      steps: [...steps],
      ...(isGiven && { customFields: { ...customFields } }),
    })
    .catch(rethrowListed('cases', project.identifier))
  const row = identified('cases', project.identifier, created.case)
  await (await context.printer()).changed('cases', row, `Created case ${String(row['identifier'])}: ${name}`)
}
