import type { Topic } from '../topics/index.ts'
import { type TopicName, topicNames, topics } from '../topics/names.ts'
import type { Block } from './blocks.ts'
import { type Flag, leavesOf, type Manual } from './command-tree.ts'
import { bold, definition, escapeText, paragraph, section, subsection, verbatim } from './roff.ts'

/** What the pages are written from: the command tree, the topics, and the version of testctl. */
export type Book = { root: Manual; topics: Readonly<Record<TopicName, Topic>>; version: string }

/**
 * The manual pages by the names of their files: one of testctl, one for each noun, and one for each topic. DECISIONS 78
 */
export const manPages = (book: Book): Record<string, string> => {
  const nouns = book.root.groups.flatMap(({ commands }) => commands)
  return Object.fromEntries([
    ['testctl.1', rootPage(book)],
    ...nouns.map((noun) => [`${pageName(noun)}.1`, nounPage(noun, book)]),
    ...topicNames.map((name) => [`testctl-${name}.7`, topicPage(name, book)]),
  ])
}

const rootPage = (book: Book): string => {
  const { root, topics } = book
  const named = root.groups.flatMap(({ heading, commands }) =>
    subsection(
      heading,
      commands.flatMap((noun) => definition(`${pageName(noun)}(1)`, noun.summary)),
    ),
  )
  return page('testctl', 1, book, [
    ...section('Name', [nameLine('testctl', root.summary)]),
    ...section('Synopsis', usageLines([root])),
    ...section('Description', blockLines(root.blocks)),
    ...section('Commands', named),
    ...section('Options', flagLines(root.flags)),
    ...section('Exit status', tableLines(topics['exit-codes'])),
    ...section('Environment', tableLines(topics.environment)),
    ...section('Examples', verbatim(root.examples)),
    ...section('See also', seeAlso(topicRefs)),
  ])
}

const nounPage = (noun: Manual, book: Book): string => {
  const verbs = leavesOf(noun)
  // A command such as doctor has no verbs: it is described by what is a section of a noun elsewhere.
  const described = verbs.includes(noun)
    ? blockLines(noun.blocks)
    : verbs.flatMap((verb) =>
        subsection(wordsBelow(verb, noun), [
          ...usageLines([verb]),
          ...paragraph(`${verb.summary}.`),
          ...flagLines(verb.flags),
          ...blockLines(verb.blocks),
        ]),
      )
  return page(pageName(noun), 1, book, [
    ...section('Name', [nameLine(pageName(noun), noun.summary)]),
    ...section('Synopsis', usageLines(verbs)),
    ...section('Description', [...paragraph(`${noun.summary}.`), ...described]),
    ...section('Options', [
      ...(verbs.includes(noun) ? flagLines(noun.flags) : []),
      ...subsection('Of every command', flagLines(book.root.flags.filter(({ flags }) => !flags.includes('--version')))),
    ]),
    ...section('Exit status', paragraph('0 where all was done; testctl-exit-codes(7) tells of the others.')),
    ...section('Environment', paragraph('testctl-environment(7) tells of the variables that are read.')),
    ...section('Examples', verbatim(verbs.flatMap(({ examples }) => examples))),
    ...section('See also', seeAlso(['testctl(1)', ...topicRefs])),
  ])
}

const topicPage = (name: TopicName, book: Book): string => {
  const topic = book.topics[name]
  return page(`testctl-${name}`, 7, book, [
    ...section('Name', [nameLine(`testctl-${name}`, topics[name])]),
    ...section('Description', [
      ...paragraph(topic.intro),
      ...tableLines(topic),
      // What comes after a table is not of its last row.
      ...topic.notes.flatMap(paragraph),
    ]),
    ...section('Examples', verbatim(topic.examples)),
    ...section('See also', seeAlso(['testctl(1)', ...topicRefs.filter((ref) => !ref.startsWith(`testctl-${name}(`))])),
  ])
}

/** A whole page. It bears no date: the same tree makes the same page. */
const page = (name: string, chapter: 1 | 7, { version }: Book, lines: readonly string[]): string =>
  [
    `.TH ${escapeText(name.toUpperCase())} ${chapter} "" "testctl ${version}" "testctl"`,
    '.ad l',
    '.nh',
    ...lines,
    '',
  ].join('\n')

const pageName = ({ path }: Manual): string => path.replaceAll(' ', '-')

const wordsBelow = ({ path }: Manual, noun: Manual): string => path.slice(noun.path.length + 1)

const nameLine = (name: string, about: string): string =>
  `${escapeText(name)} \\- ${escapeText(about.replace(/\.$/, ''))}`

// Some commands are typed in more ways than one.
const usageLines = (manuals: readonly Manual[]): string[] =>
  manuals
    .flatMap(({ path, usage }) => usage.split(/\s*(?:\n|\|(?= testctl ))\s*/).map((one) => ({ path, one })))
    .flatMap(({ path, one }, at) => [
      ...(at === 0 ? [] : ['.br']),
      one.startsWith(path) ? `${bold(path)}${escapeText(one.slice(path.length))}` : escapeText(one),
    ])

const flagLines = (flags: readonly Flag[]): string[] =>
  flags.flatMap(({ flags, description }) => definition(flags, description))

const blockLines = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'text') return paragraph(block.text)
    return [...(block.kind === 'list' ? paragraph(`${block.heading}:`) : []), ...verbatim(block.lines)]
  })

const tableLines = ({ groups }: Topic): string[] =>
  groups.flatMap(({ heading, rows }) => {
    const lines = rows.flatMap(([term, meaning]) => definition(String(term), meaning))
    return heading === undefined ? lines : subsection(heading, lines)
  })

const seeAlso = (refs: readonly string[]): string[] =>
  refs.map((ref, at) => {
    const [, name = '', chapter = ''] = /^(.*)\((\d)\)$/.exec(ref) ?? []
    return `.BR ${escapeText(name)} (${chapter})${at < refs.length - 1 ? ' ,' : ''}`
  })

const topicRefs = topicNames.map((name) => `testctl-${name}(7)`)
