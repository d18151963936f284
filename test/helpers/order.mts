import { relative, resolve, sep } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longest } from './longest.mts'

const folder = resolve(import.meta.dirname, '..')

const isLong = ({ moduleId }: TestSpecification): boolean => longest.includes(relative(folder, moduleId))

/** Where tests wait, for other programs or for limits of time: with others they would all have their turn at once, after the longest. */
const whereTestsWait = [
  /\.(process|terminal|browser)\.test\.ts$/,
  /^(doctor|e2e|server|wire|store\/postgres|commands\/(runs|watch))\//,
  /^commands\/lost-answers\./,
]

const waits = ({ moduleId }: TestSpecification): boolean =>
  whereTestsWait.some((place) => place.test(relative(folder, moduleId).replaceAll(sep, '/')))

/** The longest, the shortest, the second longest, …: those that wait longest would otherwise all wait at once. */
const fromBothEnds = (files: readonly TestSpecification[]): TestSpecification[] =>
  files.map((_, at) => files.at(at % 2 === 0 ? at / 2 : -(at + 1) / 2)!)

/** Where each file of a list stands in it, from 0 to 1. */
const placesIn = (files: readonly TestSpecification[]) =>
  files.map((file, at) => [file, (at + 0.5) / files.length] as const)

/**
 * The order of Vitest, which puts the longest files first, but those that wait evenly among those that compute: the processor
 * has nothing to do while all workers wait.
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
