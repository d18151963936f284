import type { Context } from '../../composition/context.ts'
import { UsageError } from '../../errors.ts'
import type { Operation } from '../../wire/calls-by-name.ts'
import { resolveIds } from './identifiers.ts'
import { refuseCall } from './problems.ts'
import { type CallFlags, type TypedValues, readValues, readInput, readPairs } from './values.ts'
import { refusePage } from './response.ts'

/** What is sent, and the identifier of the project that it is about, where a look-up has shown it. */
type Call = { values: Record<string, unknown>; project: string | undefined }

/**
 * The values of a call, from all that was typed. A flag goes before `--input`; what a flag names by identifier is looked
 * up. What is missing, unknown or not of its type is a UsageError before anything is sent; it names the flag and what it
 * takes. DECISIONS 77
 */
export const readCall = async (context: Context, operation: Operation, flags: CallFlags): Promise<Call> => {
  const typed = [...readPairs(operation, flags), ...(await readValues(context, operation, flags))]
  const twice = typed.find(({ field }, at) => typed.findIndex((one) => one.field === field) < at)
  if (twice) throw new UsageError(`${twice.field.name} is given twice`, { hint: 'leave one of them out' })
  const given = new Map([...(await readInput(context, operation, flags)), ...typed].map((one) => [one.field.name, one]))
  const usual = await usualProject(context, operation, given)
  if (usual) given.set(usual.field.name, usual)
  const values = Object.fromEntries([...given].map(([name, { value }]) => [name, value]))
  const { checkCall, checkPath } = await context.operations()
  const problems = checkCall({ operation: operation.name, values })
  if (flags.paginate) refusePage(Object.keys(values))
  if (problems.length > 0) throw refuseCall({ operation, given, values }, problems)
  checkPath({ operation: operation.name, values })
  let project: string | undefined
  for (const { field, value, looksUp } of given.values()) {
    if (!looksUp) continue
    const resolved = await resolveIds(context, field, value)
    values[field.name] = resolved.value
    project ??= resolved.project
  }
  return { values, project }
}

/** The project that is set, for what is in a project. What is done to a project itself names it. */
const usualProject = async (
  { settings }: Context,
  { noun, fields }: Operation,
  given: ReadonlyMap<string, TypedValues>,
): Promise<TypedValues | undefined> => {
  const field = noun === 'projects' ? undefined : fields.find(({ name }) => name === 'projectId')
  if (!field || given.has(field.name)) return undefined
  const project = await settings.find('project')
  return project && { field, label: '--project', value: project.value, looksUp: true }
}
