import { relative, resolve, sep } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longest } from './longest.mts'

const folder = resolve(import.meta.dirname, '..')

const isLong = ({ moduleId }: TestSpecification): boolean => longest.includes(relative(folder, moduleId))

/** Files whose tests wait for other programs or timeouts. In Vitest's order they would all run at the same time, after the longest. */
const whereTestsWait = [
  /\.(process|terminal|browser)\.test\.ts$/,
  /^(doctor|e2e|server|wire|store\/postgres|commands\/(runs|watch))\//,
  /^commands\/lost-answers\./,
]

const waits = ({ moduleId }: TestSpecification): boolean =>
  whereTestsWait.some((place) => place.test(relative(folder, moduleId).replaceAll(sep, '/')))

/** Returns the longest, the shortest, the second longest, …, so that the files that wait longest do not all wait at the same time. */
const fromBothEnds = (files: readonly TestSpecification[]): TestSpecification[] =>
  files.map((_, at) => files.at(at % 2 === 0 ? at / 2 : -(at + 1) / 2)!)

/** Pairs each file of a list with its position in it, from 0 to 1. */
const placesIn = (files: readonly TestSpecification[]) =>
  files.map((file, at) => [file, (at + 0.5) / files.length] as const)

/**
 * Vitest's order, the longest files first, with the files that wait spread evenly among those that compute: the processor
 * would idle while all workers wait.
 */
export class EvenOrder extends BaseSequencer {
  override async sort(all: TestSpecification[]): Promise<TestSpecification[]> {
    const known = await super.sort(all)
    const sorted = [...known.filter(isLong), ...known.filter((file) => !isLong(file))]
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) => {
      const files = sorted.filter((file) => file.project === project)
      const places = [...placesIn(fromBothEnds(files.filter(waits))), ...placesIn(files.filter((file) => !waits(file)))]
      return places.toSorted(([, one], [, other]) => one - other).map(([file]) => file)
    })
  }
}
