import type { TestPoint } from './line.ts'

/**
 * Splits off the outcome that Check writes after the name of a test (`cart.c:core:adds: Passed`), so that a failed test has the same
 * name; a # in its message does not begin a directive. Check writes the plan after the tests. DECISIONS 501
 */
export const readCheck = <Point extends TestPoint>(point: Point): Point & { note?: string } => {
  const { ok, dashed, name, directive } = point
  const [, test, said = ''] = (dashed && ofCheck.exec(name)) || []
  if (test === undefined || (ok && said !== 'Passed')) return point
  if (ok) return { ...point, name: test }
  const rest = directive ? `# ${directive.word.toUpperCase()} ${directive.reason}` : ''
  return { ...point, name: test, directive: null, note: `${said} ${rest}`.trim() }
}

// File, test case and function. A compiler writes a line and a column after the file: cart.c:12:5: error.
const ofCheck = /^(\S{1,500}?\.(?:c|cc|cpp|cxx|h|m):(?!\d+:)[^:]{0,200}:[A-Za-z_]\w{0,200}):(?: (.*))?$/s
