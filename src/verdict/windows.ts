/** A run in the list of its project, and how many tests it has where that is known. */
export type Placed<Run> = { run: Run; position: number; tests: number | undefined }

/** Runs that stand one after the other in the list, from `offset` on, and are read together; one alone without it. */
export type Window<Run> = { offset?: number; runs: readonly Run[] }

/**
 * Parts runs into what one request each can read with all tests: neighbours of the list, so many tests at most together.
 * A run that has more, or of which that is not known, is alone, to be read by pages; one without tests is left out.
 * DECISIONS 76
 */
export const windowsOf = <Run>(
  placed: readonly Placed<Run>[],
  { mostTests, mostRuns }: { mostTests: number; mostRuns: number },
): Window<Run>[] => {
  const windows: { offset: number; runs: Run[]; tests: number }[] = []
  const alone: Window<Run>[] = []
  for (const { run, position, tests } of placed.toSorted((one, other) => one.position - other.position)) {
    const last = windows.at(-1)
    const isNext = last !== undefined && last.offset + last.runs.length === position && last.runs.length < mostRuns
    if (tests === undefined || tests > mostTests) alone.push({ runs: [run] })
    else if (isNext && last.tests + tests <= mostTests) {
      last.runs.push(run)
      last.tests += tests
    } else windows.push({ offset: position, runs: [run], tests })
  }
  return [...windows.filter(({ tests }) => tests > 0).map(({ offset, runs }) => ({ offset, runs })), ...alone]
}
