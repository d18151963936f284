import { type CaseEntry, placeOf } from '../../cases/case-content.ts'
import type { Context } from '../../composition/context.ts'
import { parseIdentifier } from '../../contract/identifiers.ts'
import { UsageError } from '../../errors.ts'
import { counted } from '../../output/text/count.ts'
import { batch } from '../../system/async/batch.ts'
import { findProject } from '../shared/input/project.ts'
import { identified } from '../shared/verbs/list.ts'
import { rethrowListed } from '../shared/verbs/look-first.ts'
import { printChanged } from '../shared/verbs/many.ts'
import { reportRest } from '../shared/verbs/rest.ts'
import { quoteWord } from '../../system/shell-line.ts'
import { readPipe } from './files/pipe.ts'
import { openSources } from './files/prepare.ts'
import { readCleanly, refuseProblems } from './files/read.ts'

/**
 * Creates the cases of a file, a folder or stdin, anew each time: the file is a template and stays unchanged. To keep files and
 * cases in sync there is `cases import`. Refuses cases of this project and copies those of another one. DECISIONS 224
 */
export const createFrom = async (context: Context, path: string): Promise<void> => {
  const entries = await readEntries(context, path)
  const { id: projectId, identifier } = await findProject(context)
  refuseKnown(entries, { path, project: identifier })
  const api = await context.api()
  const progress = context.progress('creating cases', entries.length)
  const create = async ({ content: { name, preconditions, steps, customFields } }: CaseEntry) => {
    const request = { projectId, name, preconditions, steps: [...steps], customFields: { ...customFields } }
    const answer = await api.cases.create(request).catch(rethrowListed('cases', identifier))
    return identified('cases', identifier, answer.case)
  }
  const settled = await batch(entries, create, {
    concurrency: entries.length > mostInTurn ? 16 : 1,
    stop: context.io.stop,
    onSettled: progress.step,
  }).finally(progress.done)
  const rows = settled.done.map(({ value }) => value)
  const sentence = `Created ${counted(rows.length, 'case')} in ${identifier}`
  if (rows.length > 0) await printChanged(context, 'cases', { rows, sentence, single: false })
  reportRest(context, {
    ...settled,
    label: 'case',
    verbed: 'created',
    name: placeOf,
    hint: 'leave out the created cases and run it again; cases import creates none twice',
  })
}

// Up to this many cases are created one after the other, so that their numbers are in the order of the file. DECISIONS 224
const mostInTurn = 100

const readEntries = async (context: Context, path: string): Promise<CaseEntry[]> => {
  const entries: CaseEntry[] = []
  if (path === '-') {
    const { cases } = await readPipe(context)
    if (!cases)
      throw new UsageError('stdin holds no cases of testctl', {
        hint: 'a line of JSON a case: {"name": "Login works"}',
      })
    refuseProblems(cases.problems, 'stdin')
    for (const entry of cases.entries) entries.push(entry)
  } else
    for (const source of await openSources(context, [path]))
      for (const entry of (await readCleanly(source)).entries) entries.push(entry)
  if (entries.length === 0) throw new UsageError(`there is no case in ${path}`, { hint: 'testctl help case-files' })
  return entries
}

const refuseKnown = (entries: readonly CaseEntry[], { path, project }: { path: string; project: string }): void => {
  const known = entries.filter(({ identifier }) => {
    const named = identifier === undefined ? undefined : parseIdentifier(identifier)?.project
    return identifier !== undefined && (named ?? project).toUpperCase() === project.toUpperCase()
  })
  if (known.length === 0) return
  const [subject, named] = [counted(known.length, 'case'), path === '-' ? 'stdin' : path]
  throw new UsageError(
    `${subject} of ${named} ${known.length === 1 ? 'has an identifier' : 'have identifiers'} of ${project}: nothing was created`,
    {
      issues: known.slice(0, 20).map((entry) => ({ path: placeOf(entry), message: `it is ${entry.identifier}` })),
      hint: `to change them: testctl cases import ${quoteWord(path)}; without identifiers they are created`,
    },
  )
}
