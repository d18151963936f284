import type { CaseEntry } from '../../../cases/case-content.ts'
import type { ConflictChoices, ImportOptions } from '../../../cases/index.ts'
import type { Context } from '../../../composition/context.ts'
import { refusedBy } from './refused.ts'
import type { ImportResult } from './report.ts'

type Importing = {
  project: { id: string; identifier: string }
  choices: ConflictChoices
  settle?: ImportOptions['settle']
}

/**
 * Imports cases as one plan, and writes nothing back to their files; what both sides agree on is kept in the state folder. Cases of
 * the project that are not among them are ignored, not taken for deleted. With `--dry-run`, it only makes the plan.
 */
export const importEntries = async (
  context: Context,
  { name, entries }: { name: string; entries: readonly CaseEntry[] },
  { project, choices, settle }: Importing,
): Promise<ImportResult> => {
  const files = await context.caseFiles()
  const api = await context.api()
  const { io } = context
  const isDryRun = context.flags().dryRun ?? false
  const service = (await context.settings.find('url'))?.value ?? ''
  const place = files.stateFilesFor(io, { service, project: project.id })
  const unlock = place && !isDryRun ? files.lockFiles(place.lock, `the cases of ${project.identifier}`, io) : undefined
  try {
    const reading = context.progress('reading the cases of the project')
    const made = await files
      .prepareImport({
        api,
        project,
        entries,
        stateFiles: place?.stateFiles,
        choices,
        settle,
        keyLifetime: context.keyLifetime,
        reading,
      })
      .finally(reading.done)
    const found = files.withDeletedSources(made)
    Object.assign(found.plan, { deletedHere: [], elsewhere: [] })
    files.checkChoices(choices, [found.plan])
    const prepared = files.settleDeleted(found, choices)
    const result = { source: { name }, prepared, strangers: [] }
    if (isDryRun) return { ...result, refused: await refusedBy(context, prepared.plan) }
    const progress = context.progress('importing cases', files.countWork(prepared.plan, false))
    const applied = await files
      .carryOutImport(prepared, { api, files: {}, stop: io.stop, prune: false, onSettled: progress.step })
      .finally(progress.done)
    return { ...result, applied }
  } finally {
    unlock?.()
  }
}
