import { SaxesParser } from 'saxes'
import { UsageError } from '../errors.ts'
import { decode } from './encoding.ts'
import type { Source } from './source.ts'

/** What a format makes of an XML file as it streams by. */
export type Visitor<T> = {
  open: (element: { name: string; attributes: Readonly<Record<string, string>>; line: number }) => void
  close: (name: string) => void
  /** A piece of the text of the innermost open element; only where `wantsText` says so. */
  text: (text: string) => void
  /** Whether the text from here on matters. Asked whenever an element opens or closes; what is not wanted is not kept. */
  wantsText: () => boolean
  /** Hands over what is finished. */
  take: () => T[]
}

/** No single text, attribute or comment is held beyond this many characters. */
export const longestText = 64 * 1024
const longestName = 1000
const mostAttributes = 1000
const deepest = 1000

/**
 * Lets a visitor walk an XML file, in memory that does not grow with the file; yields what it makes of each piece.
 * Characters that XML forbids are left out, as raw characters and as references. A DOCTYPE is refused, with it go entity
 * bombs and external entities. Malformed, cut off, too deep: each a UsageError that names the file, the line and the column.
 */
export const readXml = async function* <T>(source: Source, visitor: Visitor<T>): AsyncGenerator<T[]> {
  const parser = createParser(source.name, visitor)
  for await (const text of decode(source)) {
    parser.write(forbidden.test(text) ? text.replace(everyForbidden, '') : text)
    checkHoldings(source.name, parser)
    yield visitor.take()
  }
  parser.close()
  yield visitor.take()
}

type Parser = SaxesParser<{ xmlns: false; forceXMLVersion: true; defaultXMLVersion: '1.0' }>

const forbidden = /[^\t\n\r -\ufffd]/
const everyForbidden = new RegExp(forbidden, 'g')
const reference = /&#(?:x[0-9a-f]+|[0-9]+);/gi

// Seven handlers at most, all set here: with an eighth V8 turns the parser into a dictionary, and it is five times slower.
const createParser = <T>(name: string, visitor: Visitor<T>): Parser => {
  const parser: Parser = new SaxesParser({ xmlns: false, forceXMLVersion: true, defaultXMLVersion: '1.0' })
  // saxes leaves a reference to a forbidden character in the text after it has told about it.
  let leftovers = false
  const clean = (text: string) => (leftovers ? text.replace(reference, '') : text)
  const text = (piece: string) => {
    visitor.text(clean(piece))
    leftovers = false
  }
  let wanted = true
  parser.on('text', text)
  const listen = () => {
    if (visitor.wantsText() === wanted) return
    wanted = !wanted
    if (wanted) parser.on('text', text)
    else parser.off('text')
  }
  let depth = 0
  let line = 1
  parser.on('error', ({ message }) => {
    const what = message.replace(/^\d+:\d+: /, '')
    if (what === 'malformed character entity.') leftovers = true
    // Not allowed, but there is only one way to read it.
    else if (!what.startsWith('the string "]]>"')) throw malformed(name, parser, what)
  })
  parser.on('doctype', (doctype) => {
    const start = parser.line - (doctype.match(/\n/g)?.length ?? 0)
    throw new UsageError(`${name} has a DOCTYPE in line ${start}, which testctl does not read`, {
      hint: 'a test report needs none: remove it, or look where the file comes from',
    })
  })
  parser.on('opentagstart', () => {
    // The white space after the name has been read already.
    line = parser.line - (parser.column === 0 ? 1 : 0)
    leftovers = false
    if (++depth > deepest) throw malformed(name, parser, `elements are nested more than ${deepest} deep`)
  })
  parser.on('opentag', (tag) => {
    if (leftovers) for (const key of Object.keys(tag.attributes)) tag.attributes[key] = clean(tag.attributes[key] ?? '')
    leftovers = false
    visitor.open({ name: tag.name, attributes: tag.attributes, line })
    listen()
  })
  parser.on('closetag', (tag) => {
    depth--
    visitor.close(tag.name)
    listen()
  })
  parser.on('cdata', (piece) => {
    if (wanted) visitor.text(piece)
  })
  return parser
}

// saxes gathers a text until it ends; what it has gathered is its own, but nothing else keeps a text of a gigabyte out of memory.
const checkHoldings = (name: string, parser: Parser): void => {
  if (parser['text'].length > longestText) parser['text'] = parser['text'].slice(0, longestText)
  if (parser['name'].length > longestName || parser['entity'].length > longestName)
    throw malformed(name, parser, 'a name has no end')
  if (parser['attribList'].length > mostAttributes)
    throw malformed(name, parser, `an element has over ${mostAttributes} attributes`)
}

const malformed = (name: string, { line, column }: Parser, what: string): UsageError => {
  const unclosed = /^unclosed tag: (.*)$/.exec(what)
  const said = unclosed ? `the file ends inside <${unclosed[1]}>` : what.replace(/\.$/, '')
  return new UsageError(`${name} is not well-formed XML: line ${line}, column ${column}: ${said}`, {
    hint: unclosed ? 'was the test run cut off while it wrote the report?' : 'look at that line; nothing has been sent',
  })
}
