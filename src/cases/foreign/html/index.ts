import { Parser } from 'htmlparser2'
import { hasTags, withoutComments, withoutForeignTags } from './tags.ts'
import { createMarkdownWriter, isTooDeep } from './writer.ts'

/** The result of converting HTML: the text, and whether it is the HTML itself because Markdown would lose something. */
export type Converted = { text: string; isSource: boolean }

/**
 * Converts a field that its system writes as HTML to Markdown. Nothing is escaped, and anything that is not an HTML tag stays text.
 * A field with no tag is plain text: its lines stay, and only entities are decoded. Keeps the HTML if a letter or digit would be lost,
 * or if it is too long or nested too deeply. DECISIONS 172
 */
export const htmlToMarkdown = (html: string): Converted => {
  if (!/[<&]/.test(html)) return { text: html.replace(spaces, ' ').trim(), isSource: false }
  if (html.length > largest) return { text: html, isSource: true }
  const visible = withoutComments(html)
  const source = withoutForeignTags(visible)
  if (!hasTags(visible)) return { text: textOf(source).replace(spaces, ' ').trim(), isSource: false }
  const text = write(source)
  return text !== undefined && holds(text, textOf(source)) ? { text, isSource: false } : { text: html, isSource: true }
}

// In characters. The embedded service accepts half of that.
const largest = 200_000

const spaces = /[\u00a0\u202f]/g

const write = (html: string): string | undefined => {
  const writer = createMarkdownWriter()
  let depth = 0
  let deepest = 0
  const parser = new Parser({
    onopentag: (name, attributes) => {
      deepest = Math.max(deepest, ++depth)
      if (isTooDeep(deepest)) parser.pause()
      else writer.open(name, attributes)
    },
    onclosetag: (name) => {
      depth--
      if (!isTooDeep(deepest)) writer.close(name)
    },
    ontext: (text) => writer.text(text),
  })
  parser.end(html)
  return isTooDeep(deepest) ? undefined : writer.end()
}

const textOf = (html: string): string => {
  let text = ''
  const parser = new Parser({ ontext: (piece) => (text += piece) })
  parser.end(html)
  return text
}

/** Whether `text` has every letter and digit of `plain`, in the same order. */
const holds = (text: string, plain: string): boolean => {
  const held = lettersOf(text)
  let at = 0
  for (const letter of lettersOf(plain)) {
    at = held.indexOf(letter, at)
    if (at < 0) return false
    at += letter.length
  }
  return true
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')
