import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { refuseRounded } from '../../contract/case-texts.ts'
import { batch } from '../../system/async/batch.ts'
import { writeBase } from '../base/index.ts'
import { type BaseLine, baseLineOf } from '../base/line.ts'
import type { CaseEntry } from '../case-content.ts'
import { contentOfFields, copyField, type CaseFields, fieldsOf } from '../fields.ts'
import type { WriteBack } from '../import/write-back.ts'
import type { Prepared } from '../import/index.ts'
import type { Choose } from '../plan/choice.ts'
import type { MatchedCase, CasePlan } from '../plan/index.ts'
import type { ServiceCase } from '../service-cases.ts'

/** The result of an export: what it did to files, what failed, and how much it did not begin. */
export type Exported = {
  written: { case: string; file: string }[]
  updated: { case: string; file: string }[]
  removed: string[]
  failed: { subject: CaseEntry | BaseLine; error: unknown }[]
  notBegun: number
}

export type Exporting = {
  folder: string
  files: WriteBack
  /** Writes a case that has no file yet; returns the name of the file. */
  add: (one: ServiceCase) => Promise<string>
  /** Whether to remove the unchanged files of cases that are gone. */
  prune: boolean
  stop: AbortSignal
  onSettled?: (() => void) | undefined
}

/** Writes new cases, and fields that the service has changed, into the files; keeps what was changed in the files. */
export const carryOutExport = async ({ plan, base, stateFiles }: Prepared, exporting: Exporting): Promise<Exported> => {
  const known = new Map(base)
  const exported: Exported = { written: [], updated: [], removed: [], failed: [], notBegun: 0 }
  const { files, onSettled } = exporting
  // A single file is written as a whole, at the end, and cannot be stopped: half the cases would have empty columns.
  const stop = files.finish ? undefined : exporting.stop
  const inTurn = async <T>(
    items: readonly T[],
    work: (item: T) => Promise<void>,
    subject: (item: T) => CaseEntry | BaseLine,
  ) => {
    const { failed, skipped } = await batch(items, work, { concurrency: 16, stop, onSettled })
    for (const { item, error } of failed) exported.failed.push({ subject: subject(item), error })
    exported.notBegun += skipped.length
  }
  const add = async (one: ServiceCase) => {
    refuseRounded(one.content.customFields, one.identifier)
    const file = await exporting.add(one)
    const now = fieldsOf(one.content)
    known.set(one.id, baseLineOf(one, { here: now, there: now, left: new Set(), before: undefined }))
    exported.written.push({ case: one.identifier, file })
  }
  const update = async (matched: MatchedCase) => {
    const { entry, there, line } = matched
    const here = merge(matched)
    if (takes(matched)) {
      refuseRounded(
        matched.changes.filter(isTaken).map((change) => change.there),
        there.identifier,
      )
      await files.replace?.(entry, contentOfFields(here), there.identifier)
      exported.updated.push({ case: there.identifier, file: entry.place.file })
    }
    known.set(there.id, lineAfter(matched, here, line))
  }
  const remove = async ({ entry, line }: CasePlan['deletedThere'][number]) => {
    if (files.remove) await files.remove(entry)
    else await rm(join(exporting.folder, entry.place.file), { force: true })
    known.delete(line.id)
    exported.removed.push(line.case)
  }
  await inTurn(plan.elsewhere, add, subjectOfCase)
  await inTurn(plan.matched, update, ({ entry }) => entry)
  await inTurn(exporting.prune ? removable(plan) : [], remove, ({ line }) => line)
  await files.finish?.()
  if (stateFiles) await writeBase(stateFiles.base, known, new AbortController().signal)
  return exported
}

/** With `--theirs`, plans a new file for a case whose file was deleted. */
export const withRestored = (plan: CasePlan, choose: Choose): CasePlan => {
  const isRestored = ({ there }: CasePlan['deletedHere'][number]) => choose(there, '') === 'there'
  return {
    ...plan,
    elsewhere: [...plan.elsewhere, ...plan.deletedHere.filter(isRestored).map(({ there }) => there)],
    deletedHere: plan.deletedHere.filter((one) => !isRestored(one)),
  }
}

/** Returns the files that `--prune` removes. */
export const removable = ({ deletedThere }: CasePlan): CasePlan['deletedThere'] =>
  deletedThere.filter(({ isChanged }) => !isChanged)

const subjectOfCase = (one: ServiceCase): BaseLine => ({
  id: one.id,
  case: one.identifier,
  updatedAt: one.updatedAt,
  fields: {},
})

const isTaken = ({ side }: MatchedCase['changes'][number]): boolean => side === 'there'

const takes = ({ changes }: MatchedCase): boolean => changes.some(isTaken)

/** Returns the fields of the file with the changes of the service. */
const merge = ({ entry, there, changes }: MatchedCase): CaseFields => {
  const fields = new Map(fieldsOf(entry.content))
  const theirs = fieldsOf(there.content)
  for (const { field } of changes.filter(isTaken)) copyField(theirs, fields, field)
  return fields
}

/** Builds the line after the export. A conflict that was settled for the file counts as its change, which the next import sends. */
const lineAfter = ({ there, changes }: MatchedCase, here: CaseFields, line: BaseLine | undefined): BaseLine => {
  const theirs = fieldsOf(there.content)
  const agreed = new Map(here)
  for (const { field, side, isChosen } of changes) if (side === 'here' && isChosen) copyField(theirs, agreed, field)
  const left = new Set(
    changes
      .filter(({ side, isChosen }) => side === 'conflict' || (side === 'here' && !isChosen))
      .map(({ field }) => field),
  )
  return baseLineOf(there, { here: agreed, there: theirs, left, before: line })
}
