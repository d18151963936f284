import type { Context } from '../../composition/context.ts'
import { UsageError } from '../../errors.ts'
import type { Operation } from '../../wire/calls-by-name.ts'
import { resolveIds } from './identifiers.ts'
import { refuseCall } from './problems.ts'
import { type CallFlags, type TypedValues, readValues, readInput, readPairs } from './values.ts'
import { refusePage } from './response.ts'

/** The values to send, and the identifier of their project if a lookup has shown it. */
type Call = { values: Record<string, unknown>; project: string | undefined }

/**
 * Reads the values of a call from the flags, `--field`, `--input` and the set project. A flag overrides `--input`. Looks up
 * identifiers in flags. Throws a UsageError, before anything is sent, if a value is missing, unknown or of a wrong type;
 * the message names the flag and what it takes. DECISIONS 77
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

/** Returns the set project as the value of `projectId`, if the call has none. Operations on projects never use it. */
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
