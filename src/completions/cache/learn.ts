import { type Noun, resources } from '../../contract/vocabulary.ts'
import { parseIdentifier } from '../../contract/identifiers.ts'
import type { CachedName } from './entries.ts'
import type { RecordedCall } from './record.ts'
import { type NamedRow, namedRowsOf } from './answered-names.ts'

/** What calls have shown about a noun, in a project if the noun has one. */
export type Lesson = {
  noun: Noun
  project: string | undefined
  /** Names that exist: the latest answer first, and within a list the highest number first. */
  seen: readonly CachedName[]
  /** The identifiers of resources that were deleted, or not found. */
  gone: ReadonlySet<string>
  /** Whether the names seen are complete, so that others are dropped. */
  isWhole: boolean
}

/** Learns from calls of one service, in their order. Skips answers that do not look as the interface says. */
export const learn = (calls: readonly RecordedCall[]): Lesson[] => {
  const known: Known = new Map()
  const drafts = new Map<string, Draft>()
  for (const call of calls) {
    const { noun } = call
    const project = noun === 'projects' ? undefined : projectOf(call, known)
    if (noun === 'comments' || (noun !== 'projects' && project === undefined)) continue
    const key = `${noun} ${project?.toUpperCase()}`
    const draft = drafts.get(key) ?? { noun, project, groups: [], gone: new Set(), isWhole: false }
    drafts.set(key, draft)
    if (isEnd(call)) draft.gone.add(endOf(call, known))
    else add(draft, call, known)
  }
  return [...drafts.values()].map(({ groups, ...rest }) => ({ ...rest, seen: groups.reverse().flatMap(newestFirst) }))
}

type Draft = Omit<Lesson, 'seen' | 'gone'> & { groups: NamedRow[][]; gone: Set<string> }

/** The projects and identifiers of resources by their ids, as far as calls have shown them. */
type Known = Map<unknown, { project: string; identifier: string }>

const projectOf = ({ values }: RecordedCall, known: Known): string | undefined => {
  const identifier = values['identifier']
  if (typeof identifier === 'string') return parseIdentifier(identifier)?.project
  const id = ['projectId', 'testRunId', 'testId', 'caseId', 'milestoneId'].find((name) => name in values)
  return known.get(id && values[id])?.project
}

/** Whether a call shows that a resource is gone: it was deleted, or was not found. */
const isEnd = ({ verb, answer }: RecordedCall): boolean => verb === 'delete' || answer === undefined

/** Returns the identifier of the resource that is gone; empty if it is unknown. */
const endOf = (call: RecordedCall, known: Known): string =>
  call.verb === 'get' ? String(call.values['identifier']) : (known.get(ownId(call))?.identifier ?? '')

const ownId = ({ noun, values }: RecordedCall): unknown => values[`${resources[noun].one}Id`]

const add = (draft: Draft, call: RecordedCall, known: Known): void => {
  const rows = namedRowsOf(call, draft.project)
  const before = known.get(ownId(call))?.identifier
  // A project can get another identifier.
  if (before !== undefined && rows.some(({ identifier }) => identifier !== before)) draft.gone.add(before)
  for (const { id, identifier } of rows) known.set(id, { project: draft.project ?? identifier, identifier })
  const page = call.verb === 'list' && call.values['offset'] ? draft.groups.at(-1) : undefined
  if (page) for (const row of rows) page.push(row)
  else draft.groups.push(rows)
  draft.isWhole ||= isWholeList(call, rows.length)
}

const isWholeList = ({ noun, verb, values, answer }: RecordedCall, rows: number): boolean => {
  const { total } = Object(answer?.['pagination']) as { total?: unknown }
  // A list of tests is of one run, not of the whole project.
  return verb === 'list' && noun !== 'tests' && !values['offset'] && !values['customFields'] && rows === total
}

const newestFirst = (rows: readonly NamedRow[]): CachedName[] =>
  rows.toSorted((one, other) => other.number - one.number).map(({ identifier, name }) => ({ identifier, name }))
