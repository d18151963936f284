import type { TestPoint } from './line.ts'

/**
 * Reads the tests of QTest as QTest counts them: one that was expected to fail and did passed, and one that passed against all
 * expectation failed. The first of its tests tells that it is QTest; to any other runner a TODO is still to be done.
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
