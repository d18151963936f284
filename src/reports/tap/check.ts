import type { TestPoint } from './line.ts'

/**
 * Reads the tests of Check, which writes the outcome of a test after its name: `cart.c:core:adds: Passed`. A failed test keeps its
 * name, and a # in its message begins no directive. The plan comes after the tests. DECISIONS 501
 */
export const readCheck = <Point extends TestPoint>(point: Point): Point & { note?: string } => {
  const { ok, dashed, name, directive } = point
  const [, test, said = ''] = (dashed && ofCheck.exec(name)) || []
  if (test === undefined || (ok && said !== 'Passed')) return point
  if (ok) return { ...point, name: test }
  const rest = directive ? `# ${directive.word.toUpperCase()} ${directive.reason}` : ''
  return { ...point, name: test, directive: null, note: `${said} ${rest}`.trim() }
}

// File, test case and function. A compiler writes a line and a column there: cart.c:12:5: error.
const ofCheck = /^(\S{1,500}?\.(?:c|cc|cpp|cxx|h|m):(?!\d+:)[^:]{0,200}:[A-Za-z_]\w{0,200}):(?: (.*))?$/s
