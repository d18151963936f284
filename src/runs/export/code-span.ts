import { stripVTControlCharacters } from 'node:util'
import { keepingJoiners } from '../../output/text/escape.ts'

/**
 * A code span that holds a text, in one line: between more backticks than the text has in a row. There it is nothing but
 * text: no table, link, HTML or mention. What cannot be seen or turns the direction of text is left out.
 */
export const code = (text: string): string => {
  const flat = shown(text.slice(0, longest * 2).replace(/[\r\n]+/g, ' '))
    .replace(/\p{Z}+/gu, ' ')
    .trim()
  const cut = flat.length > longest ? `${flat.slice(0, longest).toWellFormed()}…` : flat
  if (cut === '') return ''
  const fence = '`'.repeat(longestRun(cut) + 1)
  const space = /^`|`$/.test(cut) ? ' ' : ''
  return fence + space + cut + space + fence
}

/** A block of code that holds a text of several lines, below an item of a list. */
export const codeBlock = (text: string, most: number): string => {
  const cut = text.length > most ? `${text.slice(0, most)}\n… (${text.length - most} more characters)` : text
  const lines = shown(cut).trimEnd().split('\n')
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1))
  return [fence, ...lines, fence].map((line) => `  ${line}`).join('\n')
}

const longest = 300

const longestRun = (text: string): number =>
  [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0)

const shown = (text: string): string => keepingJoiners(text, visible)

const visible = (text: string): string =>
  stripVTControlCharacters(text.replace(/\r\n?|[\u2028\u2029]/g, '\n'))
    .replace(/[^\P{Cc}\n]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .toWellFormed()
