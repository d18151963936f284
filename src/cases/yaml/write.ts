import { Document, Scalar, visit } from 'yaml'
import { isPlainText } from './plain.ts'

/** Writes data as YAML: a key or text that could be taken for something else is quoted, and no line is folded. */
export const writeYaml = (value: unknown): string => {
  const document = new Document(value, { aliasDuplicateObjects: false })
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'string') node.type = quotesOf(node.value)
      // Writes -0 as 0, as JSON does; `-0` would be read back as a text.
      else if (node.value === 0) node.value = 0
    },
  })
  return document.toString({ lineWidth: 0, doubleQuotedAsJSON: true })
}

// Chooses the quotes as formatters do, so that formatting a file changes nothing.
const quotesOf = (text: string): Scalar.Type => {
  if (isPlainText(text)) return Scalar.PLAIN
  return /^[^'\\\p{Cc}\u2028\u2029\ufeff]*$/u.test(text) && text.includes('"')
    ? Scalar.QUOTE_SINGLE
    : Scalar.QUOTE_DOUBLE
}
