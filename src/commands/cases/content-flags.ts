import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Step } from '../../contract/models.ts'
import { suggest } from '../../cli/suggest.ts'
import { UsageError } from '../../errors.ts'
import { readJsonInput, readText } from '../shared/input/text.ts'
import type { Io } from '../../system/io.ts'
import { collectValues } from '../shared/verbs/index.ts'
import { parsePairs } from '../shared/input/pairs.ts'

/** The flags for the content of a case: preconditions, steps and custom fields. */
export type Writing = {
  preconditions?: string
  preconditionsFile?: string
  step?: string[]
  steps?: string
  stepsFile?: string
  customField?: string[]
  customFields?: string
  customFieldsFile?: string
}

/** Adds the flags of Writing to `cases create` or `cases update`; `replaces` if the case already has steps and fields. */
export const writingFlags = (command: Command, { replaces }: { replaces: boolean }): Command => {
  const all = replaces ? 'replace all' : 'all'
  const step = replaces ? 'replace all steps; repeat for more' : 'a step; repeat for more'
  const field = replaces
    ? 'set a custom field (text); key= removes it; repeat for more'
    : 'a custom field (text); repeat for more'
  return command
    .option('--step <action => expectation>', step, collectValues)
    .option('--preconditions <text>', 'preconditions; - for stdin')
    .option('--custom-field <key=value>', field, collectValues)
    .option('--steps <json>', `${all} steps: [{"action": …, "expectation": …}]; - for stdin`)
    .option('--custom-fields <json>', `${all} custom fields, as a JSON object; - for stdin`)
    .option('--preconditions-file <file>', 'preconditions from a file; - for stdin')
    .option('--steps-file <file>', `${all} steps, from a JSON file; - for stdin`)
    .option('--custom-fields-file <file>', `${all} custom fields, from a JSON file; - for stdin`)
}

/**
 * Reads the content that the flags give: `customFields` replaces all custom fields, `addedFields` changes some. DECISIONS 27
 */
export const readWriting = async (io: Io, flags: Writing) => {
  const { steps, stepsFile, step, customField } = flags
  if (step && (steps ?? stepsFile) !== undefined)
    throw new UsageError('--step and --steps exclude each other', { hint: 'leave out one of them' })
  const given = Object.values({ ...flags, customField: '', step: '' })
  if (given.filter((one) => one === '-').length > 1)
    throw new UsageError('stdin can be read only once', { hint: 'name a file for the others: --steps-file steps.json' })
  return {
    preconditions: await readText(io, {
      flag: '--preconditions',
      typed: flags.preconditions,
      file: flags.preconditionsFile,
    }),
    steps: (await readSteps(io, flags)) ?? step?.map(parseNewStep),
    customFields: await readFields(io, flags),
    addedFields: customField && parsePairs(customField),
  }
}

/** Returns custom fields with some of them changed; an empty value removes its field. */
export const mergeFields = (
  before: Readonly<Record<string, unknown>> | undefined,
  added: Readonly<Record<string, string>>,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries({ ...before, ...added }).filter(([key]) => added[key] !== ''))

/** Parses a step such as `Open the page => The form is shown`. */
export const parseStep = (text: string): Step => {
  const [action = '', ...expectation] = text.split('=>')
  return { action: action.trim(), expectation: expectation.join('=>').trim() }
}

/** Parses a new step. Throws a UsageError if it has no action. */
export const parseNewStep = (text: string): Step => {
  const step = parseStep(text)
  if (step.action === '')
    throw new UsageError(`the step ${JSON.stringify(text)} has no action`, {
      hint: "the action comes before the =>: 'Open the page => The form is shown'",
    })
  return step
}

const readSteps = async (io: Io, { steps, stepsFile }: Writing): Promise<Step[] | undefined> => {
  const named = stepsFile === undefined ? fileAfterAt(io, steps) : undefined
  const value = await readJsonInput(
    io,
    named === undefined ? { flag: '--steps', typed: steps, file: stepsFile } : { flag: '--steps', file: named },
  )
  if (value === undefined) return undefined
  const hint = '[{"action": "Open the page", "expectation": "The form is shown"}]'
  if (!Array.isArray(value)) throw new UsageError('--steps takes an array of steps', { hint })
  return value.map((step: unknown, index) => {
    const { action, expectation = '', ...others } = Object(step) as Record<string, unknown>
    const [unknown] = typeof step === 'object' ? Object.keys(others) : []
    if (unknown !== undefined) {
      const meant = suggest(unknown, ['action', 'expectation'])
      throw new UsageError(`step ${index + 1} has ${JSON.stringify(unknown)}, which is not a field of a step`, {
        hint: `${meant === undefined ? '' : `did you mean ${meant}? `}${hint}`,
      })
    }
    if (typeof action !== 'string' || typeof expectation !== 'string')
      throw new UsageError(`step ${index + 1} needs an action and an expectation`, { hint })
    return { action, expectation }
  })
}

/**
 * Returns the file of `--steps @steps.json`, the only flag in which an @ still names a file. It is safe here: an attacker who
 * injects one can at most have a list of steps sent. DECISIONS 102
 */
const fileAfterAt = ({ cwd }: Io, steps: string | undefined): string | undefined => {
  if (!steps?.startsWith('@')) return undefined
  const name = steps.slice(1)
  const found = statSync(resolve(cwd, name), { throwIfNoEntry: false })
  if (found && !found.isFile())
    throw new UsageError(`${name} is not a regular file`, { hint: '--steps-file takes any' })
  return name
}

const readFields = async (
  io: Io,
  { customFields, customFieldsFile }: Writing,
): Promise<Record<string, unknown> | undefined> => {
  const value = await readJsonInput(io, { flag: '--custom-fields', typed: customFields, file: customFieldsFile })
  if (value === undefined) return undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError('--custom-fields takes an object', { hint: '{"area": "login"}' })
  return { ...value }
}
