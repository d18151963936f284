import type { CaseEntry } from '../../../cases/case-content.ts'
import type { CaseBase } from '../../../cases/index.ts'
import type { Context } from '../../../composition/context.ts'
import { parseIdentifier } from '../../../contract/identifiers.ts'
import type { Resource } from '../../../output/cells/row.ts'
import { findProject } from '../../shared/input/project.ts'

/** Finds the project of files: the one that is set, the one that their identifiers name, or the one that they were of before. */
export const projectOfFiles = async (
  context: Context,
  entries: readonly CaseEntry[],
  base?: CaseBase,
): Promise<Resource & { id: string; identifier: string }> => {
  if (await context.settings.find('project')) return findProject(context)
  const named = entries.flatMap(({ identifier }) => parseIdentifier(identifier ?? '')?.project ?? [])
  const [known] = named.length > 0 || !base ? named : (await context.caseFiles()).projectsKept(base)
  return findProject(context, known)
}
