import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { whole } from '../completions/tree.ts'
import { sourcesIn } from '../repository/sources.ts'

// A hint that begins with `testctl ` is shown after `try:`, and users paste it. So it has to be a command line with no prose in it.

/** Returns the first word of a hint that is neither a command nor looks like an argument; undefined if all words are fine. */
const proseIn = (text: string): string | undefined => {
  const [line = ''] = text.replaceAll(/\$?\{[^{}]*\}?/g, ' X ').split(/ (?:\||&&|<|--) /)
  if (takesWords.test(line)) return /\S+[,;:](?= |$)/.exec(line)?.[0]
  let command: Command | undefined = whole
  let afterFlag = false
  const [, first = '', ...words] = line.match(/'[^']*'|\S+/g) ?? []
  if (!whole.commands.some((one) => one.name() === first)) return undefined
  for (const word of [first, ...words]) {
    const next: Command | undefined = command?.commands.find((one) => one.name() === word)
    if (/[,;:]$/.test(word)) return word
    if (!next && !afterFlag && !isArgument(word)) return word
    command = next
    afterFlag = word.startsWith('-')
  }
  return undefined
}

const takesWords = /^testctl (config|help|schema|completion|auth profile use) /

const isArgument = (word: string): boolean =>
  /^[-'"$A-Z0-9/]|[./=-]|"$/.test(word) || ['passed', 'failed', 'untested', 'inProgress', 'exit'].includes(word)

const hintsOf = (text: string): string[] =>
  [...text.matchAll(/(?<!Error\(|\w)(['"`])(testctl [a-z](?:(?!\1)[^\n])*)\1/g)].map(([, , hint = '']) => hint)

test.each([
  ['testctl tests set WEB-T12 passed', undefined],
  ["testctl runs list -p WEB --name 'Nightly 7'", undefined],
  ['testctl auth login creates one', 'creates'],
  ['testctl auth login, or set TESTCTL_API_KEY', 'login,'],
  ['testctl cases import ${path} changes them', 'changes'],
])('the search itself: %s', (line, found) => {
  expect(proseIn(line)).toBe(found)
})

test('what stands after `try:` is a line that can be pasted', async () => {
  const sources = (await sourcesIn('src')).filter(({ path }) => path.endsWith('.ts') && !path.startsWith('src/docs/'))
  const found = sources.flatMap(({ path, text }) =>
    hintsOf(text.replaceAll(/^\s*(\/\/|\*|\/\*\*).*$/gm, ''))
      .map((hint) => ({ hint, prose: proseIn(hint) }))
      .filter(({ prose }) => prose !== undefined)
      .map(({ hint, prose }) => `${path}: "${prose}" in ${hint}`),
  )
  expect(found).toEqual([])
})
