import type { TestPoint } from './line.ts'

/**
 * Reads the tests of QTest as QTest counts them: an expected failure passes, and an unexpected pass fails. Its first test shows that
 * the runner is QTest; with any other runner, a TODO is a test that is still to be done.
 */
export const createQtest = (): { begin: () => void; read: (point: TestPoint) => TestPoint & { note?: string } } => {
  let isQtest = false
  return {
    begin: () => {
      isQtest = false
    },
    read: (point) => {
      isQtest ||= /^initTestCase\(.*\)$/.test(point.name)
      if (!isQtest || point.directive?.word !== 'todo') return point
      // DECISIONS 90
      return { ...point, ok: !point.ok, directive: null, note: point.directive.reason }
    },
  }
}
