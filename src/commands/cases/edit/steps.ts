import type { Command } from 'commander'
import type { Step } from '../../../contract/models.ts'
import { UsageError } from '../../../errors.ts'
import { counted } from '../../../output/text/count.ts'
import { collectValues } from '../../shared/verbs/index.ts'
import { parseNewStep, parseStep } from '../content-flags.ts'

/** The flags that change some steps of a case and leave the others. */
export type StepEdits = { addStep?: string[]; editStep?: string[]; removeStep?: string[]; moveStep?: string[] }

/** Adds the flags that change single steps to `cases update`. */
export const stepEditFlags = (command: Command): Command =>
  command
    .option('--add-step <action => expectation>', 'add a step at the end; repeat for more', collectValues)
    .option('--edit-step <number=step>', "change a step: '3=action => expectation'", collectValues)
    .option('--remove-step <number>', 'remove a step; repeat for more', collectValues)
    .option('--move-step <from:to>', 'move a step: 3:1 makes step 3 the first', collectValues)

/** Whether the flags add, edit, remove or move single steps. */
export const hasStepEdits = ({ addStep, editStep, removeStep, moveStep }: StepEdits): boolean =>
  [addStep, editStep, removeStep, moveStep].some((given) => given !== undefined)

/** Whether the edits are not idempotent: a retry would add a second step, or remove the next one. */
export const isCumulative = ({ addStep, removeStep, moveStep }: StepEdits): boolean =>
  [addStep, removeStep, moveStep].some((given) => given !== undefined)

/**
 * Applies the edits to the steps of a case. All numbers are those that the case shows before the command. Steps are edited first,
 * then removed, then moved to a place among those that are left; new ones come last. DECISIONS 163
 */
export const editSteps = (before: readonly Step[], edits: StepEdits): Step[] => {
  const steps = before.map((step) => ({ step }))
  const numbered = (typed: string, flag: string) => {
    const found = /^\d+$/.test(typed) ? steps[Number(typed) - 1] : undefined
    if (found) return found
    throw new UsageError(`${flag}: there is no step ${JSON.stringify(typed)}`, {
      hint: before.length === 0 ? 'the case has no steps' : `the case has ${counted(before.length, 'step')}`,
    })
  }
  for (const typed of edits.editStep ?? []) {
    const { number, text } = splitEdit(typed)
    const found = numbered(number, '--edit-step')
    found.step = editStep(found.step, text)
  }
  const removed = new Set((edits.removeStep ?? []).map((typed) => numbered(typed, '--remove-step')))
  const lost = (edits.editStep ?? [])
    .map((typed) => splitEdit(typed).number)
    .find((number) => removed.has(steps[Number(number) - 1]!))
  if (lost !== undefined) throw removedOne(lost, 'changed')
  const kept = steps.filter((one) => !removed.has(one))
  for (const typed of edits.moveStep ?? []) {
    const [, from = '', to = ''] = /^(\d+):(\d+)$/.exec(typed) ?? []
    if (to === '')
      throw new UsageError(`--move-step takes from:to, not ${JSON.stringify(typed)}`, { hint: 'such as 3:1' })
    const at = kept.indexOf(numbered(from, '--move-step'))
    if (at < 0) throw removedOne(from, 'moved')
    if (Number(to) < 1 || Number(to) > kept.length)
      throw new UsageError(`--move-step ${typed}: there is no place ${to}`, {
        hint: `places go from 1 to ${kept.length}`,
      })
    kept.splice(Number(to) - 1, 0, ...kept.splice(at, 1))
  }
  return [...kept.map(({ step }) => step), ...(edits.addStep ?? []).map(parseNewStep)]
}

const removedOne = (number: string, what: string): UsageError =>
  new UsageError(`step ${number} is removed and cannot be ${what}`, { hint: 'leave one of them out' })

const splitEdit = (typed: string): { number: string; text: string } => {
  const [, number, text] = /^(\d+)\s*=([^]*)$/.exec(typed) ?? []
  if (number !== undefined && text !== undefined) return { number, text }
  throw new UsageError(`--edit-step takes number=step, not ${JSON.stringify(typed)}`, {
    hint: "such as '2=Open the page => The form is shown'",
  })
}

// Keeps fields that a service adds to a step. Without => only the action changes, with nothing before it only the expectation.
const editStep = (step: Step, text: string): Step => {
  const { action, expectation } = parseStep(text)
  return { ...step, ...(action !== '' && { action }), ...(text.includes('=>') && { expectation }) }
}
