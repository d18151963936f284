import type { Command } from 'commander'
import type { Step } from '../contract/models.ts'
import { UsageError } from '../errors.ts'
import { readJson, readText } from '../input.ts'
import type { Io } from '../io.ts'
import { collect } from './verb.ts'

/** What a case is written with: preconditions, steps and custom fields, as flags. */
export type Writing = {
  preconditions?: string
  step?: string[]
  steps?: string
  customField?: string[]
  customFields?: string
}

/** Gives `cases create` and `cases update` their flags. */
export const writingFlags = (command: Command): Command =>
  command
    .option('--preconditions <text>', 'what must hold before; @file or - for stdin')
    .option('--step <action => expectation>', 'a step; repeat for more', collect)
    .option('--steps <json>', 'all steps: [{"action": …, "expectation": …}]; @file.json or - for stdin')
    .option('--custom-field <key=value>', 'a custom field (text); repeat for more', collect)
    .option('--custom-fields <json>', 'all custom fields, with any values; @file.json or - for stdin')

/** Reads what the flags name. An update replaces all steps, and all custom fields, with those given. DECISIONS 27 */
export const readWriting = async (io: Io, flags: Writing) => {
  if (flags.step && flags.steps !== undefined) throw new UsageError('--step and --steps exclude each other')
  return read(io, flags)
}

const read = async (io: Io, flags: Writing) => ({
  preconditions: flags.preconditions === undefined ? undefined : await readText(io, flags.preconditions),
  steps: flags.steps === undefined ? flags.step?.map(parseStep) : await readSteps(io, flags.steps),
  customFields:
    flags.customFields === undefined ? flags.customField && pairsOf(flags.customField) : await readFields(io, flags),
})

/** Reads `Open the page => The form is shown`. */
const parseStep = (text: string): Step => {
  const [action = '', ...expectation] = text.split('=>')
  return { action: action.trim(), expectation: expectation.join('=>').trim() }
}

/** Reads `key=value` pairs. */
export const pairsOf = (pairs: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      if (at < 1) throw new UsageError(`${JSON.stringify(pair)} is not of the form key=value`)
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )

const readSteps = async (io: Io, typed: string): Promise<Step[]> => {
  const value = await readJson(io, '--steps', typed)
  const hint = '[{"action": "Open the page", "expectation": "The form is shown"}]'
  if (!Array.isArray(value)) throw new UsageError('--steps takes an array of steps', { hint })
  return value.map((step: unknown, index) => {
    const { action, expectation = '' } = Object(step) as Record<string, unknown>
    if (typeof action !== 'string' || typeof expectation !== 'string')
      throw new UsageError(`step ${index + 1} needs an action and an expectation`, { hint })
    return { action, expectation }
  })
}

const readFields = async (
  io: Io,
  { customFields = '{}', customField = [] }: Writing,
): Promise<Record<string, unknown>> => {
  const value = await readJson(io, '--custom-fields', customFields)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError('--custom-fields takes an object')
  return { ...value, ...pairsOf(customField) }
}
