import { SaxesParser } from 'saxes'
import { UsageError } from '../../errors.ts'
import { decode } from '../files/encoding.ts'
import type { Source } from '../files/source.ts'
import { sourceName } from '../../system/files/text.ts'
import { harmIn } from './doctype.ts'

/** An element of an XML file. Its text is complete when it closes, and empty unless the visitor's `texts` name it. */
export type Element = { name: string; attributes: Attributes; line: number; text: string }
export type Attributes = Readonly<Record<string, string>>

/** The handlers of a format for an XML file that streams in. `within` are the open elements around one, outermost first. */
export type Visitor = {
  /** The elements whose text is kept. */
  texts: { has: (name: string) => boolean }
  /** Those of them whose text keeps its end instead of its beginning if it is too long. */
  tails?: ReadonlySet<string>
  open: (element: Element, within: readonly Element[]) => void
  close: (element: Element, within: readonly Element[]) => void
  /** Reads comments, from the first element on for which they matter: a handler for comments makes the parser slow. */
  comments?: { matter: (element: Element) => boolean; read: (text: string, within: readonly Element[]) => void }
}

/** The most characters that are kept of a single text, attribute or comment of a report. */
export const longestXmlText = 64 * 1024

/** How a file is read: how long a text may get before it is cut, whether every DOCTYPE is refused, and the hints of the errors. */
export type XmlReading = {
  longest: number
  refusesDoctype: boolean
  cutOff: string
  needsNoDoctype: string
  isSeveral: string
}

const ofReports: XmlReading = {
  longest: longestXmlText,
  refusesDoctype: false,
  cutOff: 'was the test run cut off while it wrote the report?',
  needsNoDoctype: 'a test report needs none: remove it, or look where the file comes from',
  isSeveral:
    'it is more than one XML document: give each a file of its own (cargo test writes one for each crate: use --format json)',
}
const longestTail = 8 * 1024
const longestName = 1000
const mostAttributes = 1000
const deepest = 1000

/**
 * Streams an XML file through a visitor, in memory that does not grow with the file; yields what the visitor finds in each
 * piece of the file. Leaves out characters that XML forbids, as raw characters and as references. Refuses a DOCTYPE that could
 * change what is read, and with it entity bombs and external entities. Removes the prefix of the root from all names. Throws a
 * UsageError with the file, the line and the column if the XML is malformed, cut off or too deep.
 */
export const readXml = async function* <Found>(
  source: Source,
  createVisitor: (found: (one: Found) => void) => Visitor,
  reading: XmlReading = ofReports,
): AsyncGenerator<Found[]> {
  let found: Found[] = []
  const { parser, isInTail } = createParser(
    source.name,
    createVisitor((one) => found.push(one)),
    reading,
  )
  const take = () => {
    const taken = found
    found = []
    return taken
  }
  for await (const text of decode(source)) {
    parser.write(forbidden.test(text) ? text.replace(everyForbidden, '') : text)
    checkHoldings(source.name, parser, { isInTail: isInTail(), longest: reading.longest })
    yield take()
  }
  parser.close()
  yield take()
}

type Parser = SaxesParser<{ xmlns: false; forceXMLVersion: true; defaultXMLVersion: '1.0' }>

const forbidden = /[^\t\n\r -\ufffd]/
const everyForbidden = new RegExp(forbidden, 'g')
const reference = /&#(?:x[0-9a-f]+|[0-9]+);/gi

// Seven handlers, all set here: with an eighth, as for comments, V8 turns the parser into a dictionary, and it is five times slower.
const createParser = (
  name: string,
  visitor: Visitor,
  reading: XmlReading,
): { parser: Parser; isInTail: () => boolean } => {
  const parser: Parser = new SaxesParser({ xmlns: false, forceXMLVersion: true, defaultXMLVersion: '1.0' })
  // saxes leaves a reference to a forbidden character in the text after it has reported the error.
  let leftovers = false
  const clean = (text: string) => (leftovers ? text.replace(reference, '') : text)
  const path: Element[] = []
  const isInTail = (): boolean => visitor.tails?.has(path.at(-1)?.name ?? '') ?? false
  const keep = (piece: string) => {
    const inner = path.at(-1)
    if (!inner) return
    if (isInTail()) inner.text = endOf(inner.text + endOf(piece))
    else if (inner.text.length < reading.longest) inner.text += piece.slice(0, reading.longest - inner.text.length)
  }
  const text = (piece: string) => {
    keep(clean(piece))
    leftovers = false
  }
  let wanted = true
  parser.on('text', text)
  const listen = () => {
    if (visitor.texts.has(path.at(-1)?.name ?? '') === wanted) return
    wanted = !wanted
    if (wanted) parser.on('text', text)
    else parser.off('text')
  }
  let line = 1
  let prefix = ''
  const { comments } = visitor
  let hearsComments = false
  parser.on('error', ({ message }) => {
    const what = message.replace(/^\d+:\d+: /, '')
    if (what === 'malformed character entity.') leftovers = true
    // Not allowed, but there is only one way to read it.
    else if (!what.startsWith('the string "]]>"')) throw malformed(name, parser, what, reading)
  })
  parser.on('doctype', (doctype) => {
    const harm = harmIn(doctype) ?? (reading.refusesDoctype ? 'is not needed' : undefined)
    const start = parser.line - (doctype.match(/\n/g)?.length ?? 0)
    if (harm)
      throw new UsageError(
        `${sourceName(name)} has a DOCTYPE in line ${start} that ${harm}, which testctl does not read`,
        {
          hint: reading.needsNoDoctype,
        },
      )
  })
  parser.on('opentagstart', () => {
    // The white space after the name has been read already.
    line = parser.line - (parser.column === 0 ? 1 : 0)
    leftovers = false
    if (path.length >= deepest) throw malformed(name, parser, `elements are nested more than ${deepest} deep`)
  })
  parser.on('opentag', (tag) => {
    if (leftovers) for (const key of Object.keys(tag.attributes)) tag.attributes[key] = clean(tag.attributes[key] ?? '')
    leftovers = false
    if (path.length === 0) prefix = tag.name.slice(0, tag.name.indexOf(':') + 1)
    const local = prefix && tag.name.startsWith(prefix) ? tag.name.slice(prefix.length) : tag.name
    const element = { name: local, attributes: tag.attributes, line, text: '' }
    visitor.open(element, path)
    path.push(element)
    if (!hearsComments && comments?.matter(element)) {
      hearsComments = true
      parser.on('comment', (text) => comments.read(text, path))
    }
    listen()
  })
  parser.on('closetag', () => {
    const element = path.pop()
    if (element) visitor.close(element, path)
    listen()
  })
  parser.on('cdata', (piece) => {
    if (wanted) keep(piece)
  })
  return { parser, isInTail }
}

const endOf = (text: string): string => (text.length > longestTail ? text.slice(-longestTail) : text)

// saxes buffers a text until it ends. The buffer is private, but nothing other than cutting it keeps a text of a gigabyte out of memory.
const checkHoldings = (
  name: string,
  parser: Parser,
  { isInTail, longest }: { isInTail: boolean; longest: number },
): void => {
  if (parser['text'].length > longest)
    parser['text'] = isInTail ? endOf(parser['text']) : parser['text'].slice(0, longest)
  if (parser['name'].length > longestName || parser['entity'].length > longestName)
    throw malformed(name, parser, 'a name has no end')
  if (parser['attribList'].length > mostAttributes)
    throw malformed(name, parser, `an element has over ${mostAttributes} attributes`)
}

const malformed = (name: string, parser: Parser, what: string, reading = ofReports): UsageError => {
  const { line, column } = parser
  const unclosed = /^unclosed tag: (.*)$/.exec(what)
  const problem = unclosed ? `the file ends inside <${unclosed[1]}>` : what.replace(/\.$/, '')
  const isSeveral = parser['closedRoot'] && another.test(what)
  return new UsageError(`${sourceName(name)} is not well-formed XML: line ${line}, column ${column}: ${problem}`, {
    hint: unclosed ? reading.cutOff : isSeveral ? reading.isSeveral : 'look at that line; nothing has been sent',
  })
}

const another = /^(?:an XML declaration must be at the start|documents may contain only one root)/
