import { stripVTControlCharacters } from 'node:util'
import { keepingJoiners } from '../../output/text/escape.ts'

/**
 * Formats a text as a Markdown code span in one line, between more backticks than the text has in a row. In it, nothing
 * is markup: no table, link, HTML or mention. Leaves out characters that are invisible or change the direction of text.
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

/** Formats a text of several lines as a code block below an item of a list; cut to `most` characters. */
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
