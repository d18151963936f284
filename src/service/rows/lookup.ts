import { type Noun, type NumberedNoun, resources } from '../../contract/vocabulary.ts'
import { NotFoundError } from '../../errors.ts'
import { formatIdentifier, parseIdentifier } from '../../contract/identifiers.ts'
import { preparedFor } from '../../store/prepared.ts'
import type { Queries, Row } from '../../store/table-types.ts'

/** Reads the row of one kind with this id. Throws a NotFoundError for an unknown id, and for one of another kind. DECISIONS 11 */
export const getRow = async <N extends Noun>(queries: Queries, noun: N, id: string): Promise<Row<N>> => {
  const [row] = await rowsById(noun, queries, { ids: [id] })
  return found(noun, id, row)
}

/** Reads rows of one kind by their ids, some hundred at most. Throws a NotFoundError if one of them does not exist. */
export const getRows = async <N extends Noun>(
  queries: Queries,
  noun: N,
  ids: readonly string[],
): Promise<Map<string, Row<N>>> => {
  const rows = new Map((await rowsById(noun, queries, { ids })).map((row) => [row.id, row]))
  return new Map(ids.map((id) => [id, found(noun, id, rows.get(id))]))
}

const rowsById = preparedFor(
  (noun: Noun) =>
    (queries, { ids }: { ids: readonly string[] }) =>
      queries.selectFrom(asOne(noun)).selectAll().where('id', 'in', ids),
)

/** Reads the row with an identifier such as `WEB-T12`. The project's part may be in lower case. DECISIONS 4 */
export const getRowByIdentifier = async <N extends NumberedNoun>(
  queries: Queries,
  noun: N,
  identifier: string,
): Promise<Row<N>> => {
  const parsed = parseIdentifier(identifier)
  if (parsed?.noun !== noun) throw notFound(noun, identifier)
  const { displayId } = parsed
  const [row] = await rowByIdentifier(noun, queries, { project: parsed.project.toUpperCase(), displayId })
  return found(noun, identifier, row)
}

const rowByIdentifier = preparedFor(
  (noun: NumberedNoun) =>
    (queries, { project, displayId }: { project: string; displayId: number }) =>
      queries
        .selectFrom(asOne(noun))
        .selectAll()
        .where('display_id', '=', displayId)
        .where('project_id', '=', (projects) =>
          projects.selectFrom('projects').select('id').where('identifier', '=', project),
        ),
)

/**
 * Reads the identifiers of cases, such as `WEB-C1`, by their ids: of the first ones only, as many as an error names. Leaves out cases
 * that do not exist. DECISIONS 251
 */
export const identifiersOfCases = async (queries: Queries, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await queries
    .selectFrom('cases')
    .innerJoin('projects', 'projects.id', 'cases.project_id')
    .select(['cases.id', 'cases.display_id', 'projects.identifier'])
    .where('cases.id', 'in', ids.slice(0, mostTold))
    .execute()
  return new Map(
    rows.map(({ id, display_id: displayId, identifier: project }) => [
      id,
      formatIdentifier({ project, noun: 'cases', displayId }),
    ]),
  )
}

// As many as an error of `refuseIds` names.
const mostTold = 20

/** Returns the error for an unknown id or identifier. */
export const notFound = (noun: Noun, id: string): NotFoundError =>
  new NotFoundError(`there is no ${resources[noun].label} ${id}`, { status: 404 })

const found = <N extends Noun>(noun: N, id: string, row: object | undefined): Row<N> => {
  if (!row) throw notFound(noun, id)
  return row as Row<N>
}

/** Returns the table of a kind, which has the noun's name; the query builder's types need one table with its columns. */
export const asOne = (noun: Noun): 'cases' => noun as 'cases'
