import { keepingJoiners, safe, safeLines } from '../../../output/text/escape.ts'
import { type Html, html as dense } from '../../../html/template.ts'

/** Formats a name: isolated in its own text direction, and cut if it is too long to read. */
export const nameIn = (name: string): Html => dense`<bdi>${shortened(name)}</bdi>`

/** Cuts a name, and escapes invisible characters, for a place that takes only text, such as an attribute. */
export const shortened = (name: string, most = longestName): string => keepingJoiners(cut(name, most, '…'), safe)

/** Returns the identifier of a resource, or its id if it has none. */
export const handleIn = ({ identifier, id }: { identifier?: string | undefined; id: string }): string =>
  shortened(identifier ?? id, 200)

/** Formats an identifier inside a sentence, so that no line breaks at its hyphen. */
export const identifierSpan = (identifier: string): Html => dense`<span class="id">${shortened(identifier, 200)}</span>`

/** Formats a sentence of testctl, and each identifier in it with `identifierSpan`. */
export const sentenceIn = (sentence: string): Html =>
  dense`${shortened(sentence)
    .split(/(\b\w+-[CMRT]\d+\b)/)
    .map((piece, at) => (at % 2 === 1 ? identifierSpan(piece) : dense`${piece}`))}`

/** Returns the link to the row of a test in the same page. */
export const rowAnchor = (test: { identifier?: string | undefined; id: string }): string =>
  `#${encodeURIComponent(handleIn(test))}`

/** Formats a text of several lines: web addresses become links, and everything else stays text. */
export const linkedText = (text: string): Html => {
  const shown = keepingJoiners(cut(text, longestText, `\n… (${text.length - longestText} more characters)`), safeLines)
  const pieces: Html[] = []
  let end = 0
  for (const { 0: found, index } of shown.matchAll(address)) {
    const url = found.replace(/(?<![.,;:!?)\]}'»”])[.,;:!?)\]}'»”]+$/, '')
    pieces.push(dense`${shown.slice(end, index)}`, linkTo(url, url))
    end = index + url.length
  }
  return dense`${[...pieces, dense`${shown.slice(end)}`]}`
}

/** Formats a link to another page, which learns nothing of this one. */
const linkTo = (url: string, text: string): Html =>
  dense`<a href="${url}" rel="noopener noreferrer nofollow">${text}</a>`

/** Formats an ISO time; empty for null. */
export const timeIn = (iso: string | null): Html =>
  iso === null ? dense`` : dense`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`

const cut = (text: string, most: number, end: string): string =>
  text.length > most ? `${text.slice(0, most).toWellFormed()}${end}` : text

const longestName = 1000
const longestText = 20_000
const address = /\bhttps?:\/\/[^\s<>"'`\\^{|}\u0080-\u009f]{1,2000}/gi
