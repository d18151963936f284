import { readCheck } from './check.ts'
import type { TestPoint } from './line.ts'
import { createQtest } from './qtest.ts'
import { readTestem } from './testem.ts'
import { createTimes } from './times.ts'

/** Reads the line of a test as its runner means it: QTest, Check, bats, Criterion and Testem each put more into the name than a name. */
export const createDialects = () => {
  const [qtest, times] = [createQtest(), createTimes()]
  return {
    /** A report begins. */
    begin: (): void => {
      qtest.begin()
      times.begin()
    },
    /** `hasPlan`: the plan stands before the test, as Check never writes it. */
    read: (
      written: TestPoint,
      { hasVersion, hasPlan }: { hasVersion: boolean; hasPlan: boolean },
    ): TestPoint & { note?: string } => {
      const point = qtest.read(written)
      const mayBeOfCheck = !hasVersion && !hasPlan
      return readTestem(times.read(mayBeOfCheck ? readCheck(point) : point, hasVersion))
    },
  }
}
