import type { Context } from '../../composition/context.ts'
import type { Test } from '../../contract/models.ts'
import type { relations } from '../../contract/vocabulary.ts'
import type { Resource } from '../../output/cells/row.ts'
import { testsIn } from '../../output/text/count.ts'
import { readPages } from '../../contract/pagination.ts'
import { NotFoundError, UsageError } from '../../errors.ts'
import { findProject } from '../shared/input/project.ts'
import { chooseLimit, identified, type ListFlags } from '../shared/verbs/list.ts'
import { selectRows } from '../shared/verbs/select-rows.ts'
import { chooseSorting } from '../shared/verbs/sorting.ts'
import { listWhole } from '../shared/input/list-all.ts'

type Selection = {
  flags: ListFlags
  filter: ((test: Test) => boolean) | undefined
  chosen: readonly Relation[] | undefined
}
type Relation = (typeof relations.tests.list)[number]

/** Prints the tests of all runs of a project that pass a filter, those of the newest run first. Throws a UsageError without a filter. */
export const listAcrossRuns = async (context: Context, { flags, filter, chosen }: Selection): Promise<void> => {
  if (!filter)
    throw new UsageError('which run?', {
      hint: 'name it: testctl tests list WEB-R7; over all runs of a project: testctl tests list -p WEB --assigned-to me',
    })
  const printer = await context.printer()
  const { id: projectId, identifier: project } = await findProject(context)
  const limit = await chooseLimit(context, flags)
  const sorting = flags.sort === undefined ? undefined : chooseSorting('tests', flags.sort)
  let shown = 0
  const rows = selectRows(testsOf(context, { projectId, project, chosen, pageSize: flags.pageSize }), {
    filter,
    sorting,
    offset: flags.offset,
    limit,
    name: (test) => identified('tests', project, test),
    show: (test) => {
      shown += 1
      return test
    },
  })
  const progress = context.progress('reading tests')
  await printer.list('tests', rows).finally(() => progress.done())
  if (flags.limit === undefined && shown === limit)
    await printer.note(`the first ${shown} that match; --all for every one`)
}

const testsOf = async function* (
  context: Context,
  {
    projectId,
    project,
    chosen,
    pageSize,
  }: { projectId: string; project: string; chosen: readonly Relation[] | undefined; pageSize: number | undefined },
) {
  const api = await context.api()
  const make = (run: Resource & { id: string }) =>
    testsIn(run) === 0 ? undefined : { id: run.id, displayId: Number(run['displayId']) }
  const runs = await listWhole(context, 'runs', { projectId, make })
  const newestFirst = runs.sort((one, other) => other.displayId - one.displayId)
  const isThere = async (displayId: number): Promise<boolean> => {
    try {
      await api.runs.get({ identifier: `${project}-R${displayId}` })
      return true
    } catch (error) {
      if (error instanceof NotFoundError) return false
      throw error
    }
  }
  yield* oneAfterTheOther(newestFirst, ({ id: testRunId, displayId }) =>
    listedTests(
      () => isThere(displayId),
      async (page) => {
        const { tests, pagination } = await api.tests.list({
          testRunId,
          ...page,
          ...(chosen && { relations: [...chosen] }),
        })
        return { rows: tests, pagination }
      },
      { pageSize },
    ),
  )
}

/** Yields the pages of the tests of a run; none if the run was deleted after it was listed, which `isThere` confirms. */
const listedTests = async function* (
  isThere: () => Promise<boolean>,
  ...list: Parameters<typeof readPages<Test>>
): AsyncGenerator<readonly Test[]> {
  try {
    yield* readPages(...list).pages
  } catch (error) {
    if (!(error instanceof NotFoundError) || (await isThere())) throw error
  }
}

/**
 * Yields the rows of several lists in order. Most lists have one page, so the next few are begun while one is read: none during the
 * first, then one, three and seven, so that a reader who stops early costs few requests.
 */
const oneAfterTheOther = async function* <List, Row>(
  lists: readonly List[],
  read: (list: List) => AsyncGenerator<readonly Row[]>,
): AsyncGenerator<Row> {
  const begin = (list: List) => {
    const pages = read(list)
    const first = pages.next()
    // A failure before its turn is thrown when its turn comes.
    first.catch(() => undefined)
    return { pages, first }
  }
  const begun: ReturnType<typeof begin>[] = []
  for (const [at] of lists.entries()) {
    const ahead = Math.min(mostAhead, 2 ** at - 1)
    while (begun.length <= ahead && at + begun.length < lists.length) begun.push(begin(lists[at + begun.length]!))
    const { pages, first } = begun.shift()!
    for (let page = await first; page.done !== true; page = await pages.next()) yield* page.value
  }
}

// As many as fit into the time between two answers of a distant service.
const mostAhead = 7
