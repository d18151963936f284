import { relative, resolve } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longest } from './longest.mts'

const folder = resolve(import.meta.dirname, '..')

const isLong = ({ moduleId }: TestSpecification): boolean => longest.includes(relative(folder, moduleId))

/** Tests that wait most of the time, for other programs or for limits of time. */
const waits = ({ moduleId }: TestSpecification): boolean =>
  /\.(process|terminal|browser)\.test\.ts$|\/(wire\/creates|server\/limits|e2e\/faults\/service)\./.test(moduleId)

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
