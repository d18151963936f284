import { readCheck } from './check.ts'
import type { TestPoint } from './line.ts'
import { createQtest } from './qtest.ts'
import { readTestem } from './testem.ts'
import { createTimes } from './times.ts'

/** Interprets a test line as its runner means it: QTest, Check, cmocka, bats, Criterion and Testem put more than a name into the name. */
export const createDialects = () => {
  const [qtest, times] = [createQtest(), createTimes()]
  return {
    /** Resets the state at the beginning of a report. */
    begin: (): void => {
      qtest.begin()
      times.begin()
    },
    /** `hasPlan`: the plan came before the test; Check never writes it there. */
    read: (
      written: TestPoint,
      { hasVersion, hasPlan }: { hasVersion: boolean; hasPlan: boolean },
    ): TestPoint & { note?: string } => {
      const point = qtest.read(written)
      const mayBeOfCheck = !hasVersion && !hasPlan
      return readTestem(times.read(mayBeOfCheck ? readCheck(point) : readCmocka(point), hasVersion))
    },
  }
}

/** Splits off why cmocka could not run a test, so that it has the name that it has when it passes. DECISIONS 574 */
const readCmocka = <Point extends TestPoint>(point: Point): Point & { note?: string } => {
  const [, name, said] = (!point.ok && point.dashed && !point.directive && ofCmocka.exec(point.name)) || []
  return name === undefined || said === undefined ? point : { ...point, name, note: said }
}

const ofCmocka = /^(.+) (Could not run test: (?:Test (?:setup|teardown) failed|\(null\)))$/s
