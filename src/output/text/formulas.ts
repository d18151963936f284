/**
 * Escapes a CSV cell, so that a spreadsheet shows it instead of executing it: puts a `'` before anything that looks like the
 * beginning of a formula, as OWASP's page on CSV injection says. A formula may begin at the start of the cell, and wherever a
 * spreadsheet with another separator than the comma would start a cell; quotes and spaces before it do not help. A negative
 * number is a number. DECISIONS 66
 */
export const escapeFormulas = (cell: string): string =>
  harmless.test(cell) || number.test(cell) ? cell : cell.replace(formula, `'`).replace(leading, `'`)
// A quick test that most cells pass.
const harmless = /^[^=+\-@\t\r\n＝＋－＠]*$/
const number = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/
const formula = /(?<=^|[\n\r\t;])(?=["' ]*[=+\-@＝＋－＠])/g
const leading = /^(?=[\t\r\n])/
