/**
 * Makes a cell of a CSV file one that a spreadsheet shows instead of executing it: a `'` goes before what looks like the
 * beginning of a formula, as OWASP's page on CSV injection says. It looks like one at the start of the cell, and wherever
 * a spreadsheet that separates cells by something else than commas would start another one; quotes and spaces before it
 * do not help. A negative number is a number. DECISIONS 66
 */
export const escapeFormulas = (cell: string): string =>
  harmless.test(cell) || number.test(cell) ? cell : cell.replace(formula, `'`).replace(leading, `'`)
// Most cells are; this pattern tells quickly.
const harmless = /^[^=+\-@\t\r\n＝＋－＠]*$/
const number = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/
const formula = /(?<=^|[\n\r\t;])(?=["' ]*[=+\-@＝＋－＠])/g
const leading = /^(?=[\t\r\n])/
