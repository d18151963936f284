import { readCheck } from './check.ts'
import type { TestPoint } from './line.ts'
import { createQtest } from './qtest.ts'
import { readTestem } from './testem.ts'
import { createTimes } from './times.ts'

/** Interprets a test line as its runner means it: QTest, Check, cmocka, GLib, bats, Criterion and Testem put more than a name into the name. */
export const createDialects = () => {
  const [qtest, times] = [createQtest(), createTimes()]
  let isGlib = false
  return {
    /** Resets the state at the beginning of a report. */
    begin: (): void => {
      isGlib = false
      qtest.begin()
      times.begin()
    },
    /** Takes a line that has no meaning in TAP. */
    see: (text: string): void => void (isGlib ||= seedOfGlib.test(text)),
    /** `hasPlan`: the plan came before the test; Check never writes it there. */
    read: (
      written: TestPoint,
      { hasVersion, hasPlan }: { hasVersion: boolean; hasPlan: boolean },
    ): TestPoint & { note?: string } => {
      const point = qtest.read(written)
      const mayBeOfCheck = !hasVersion && !hasPlan
      if (isGlib) return readGlib(point)
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

// The first comment of a test program of GLib, before its plan.
const seedOfGlib = /^# random seed: R02S[\da-f]{1,32}$/

/** Splits off the message that GLib (`g_test_fail_printf`) writes after the path of a test. DECISIONS 575 */
const readGlib = <Point extends TestPoint>(point: Point): Point & { note?: string } => {
  const [, name, said] = (!point.ok && !point.directive && ofGlib.exec(point.name)) || []
  return name === undefined || said === undefined ? point : { ...point, name, note: said }
}

const ofGlib = /^(\/.*?) - (.+)$/s
