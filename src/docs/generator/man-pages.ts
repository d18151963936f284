import type { Topic } from '../topics/index.ts'
import { type TopicName, topicNames, topics } from '../topics/names.ts'
import type { PageBlock } from './blocks.ts'
import { type DocumentedFlag, leavesOf, type Manual } from './command-tree.ts'
import { bold, definition, escapeRoff, paragraph, roffSection, subsection, verbatim } from './roff.ts'

/** The sources of the pages: the command tree, the topics, and the version of testctl. */
export type Book = { root: Manual; topics: Readonly<Record<TopicName, Topic>>; version: string }

/**
 * Returns the manual pages by their file names: one of testctl, one for each noun, and one for each topic. DECISIONS 78
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
    ...roffSection('Name', [nameLine('testctl', root.summary)]),
    ...roffSection('Synopsis', usageLines([root])),
    ...roffSection('Description', blockLines(root.blocks)),
    ...roffSection('Commands', named),
    ...roffSection('Options', flagLines(root.flags)),
    ...roffSection('Exit status', tableLines(topics['exit-codes'])),
    ...roffSection('Environment', tableLines(topics.environment)),
    ...roffSection('Examples', verbatim(root.examples)),
    ...roffSection('See also', seeAlso(topicRefs)),
  ])
}

const nounPage = (noun: Manual, book: Book): string => {
  const verbs = leavesOf(noun)
  // A command such as doctor has no verbs: its own text is the description, instead of a section for each verb.
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
    ...roffSection('Name', [nameLine(pageName(noun), noun.summary)]),
    ...roffSection('Synopsis', usageLines(verbs)),
    ...roffSection('Description', [...paragraph(`${noun.summary}.`), ...described]),
    ...roffSection('Options', [
      ...(verbs.includes(noun) ? flagLines(noun.flags) : []),
      ...subsection('Of every command', flagLines(book.root.flags.filter(({ flags }) => !flags.includes('--version')))),
    ]),
    ...roffSection('Exit status', paragraph('0 on success; see testctl-exit-codes(7) for the others.')),
    ...roffSection('Environment', paragraph('See testctl-environment(7) for the variables.')),
    ...roffSection('Examples', verbatim(verbs.flatMap(({ examples }) => examples))),
    ...roffSection('See also', seeAlso(['testctl(1)', ...topicRefs])),
  ])
}

const topicPage = (name: TopicName, book: Book): string => {
  const topic = book.topics[name]
  return page(`testctl-${name}`, 7, book, [
    ...roffSection('Name', [nameLine(`testctl-${name}`, topics[name])]),
    ...roffSection('Description', [
      ...paragraph(topic.intro),
      ...tableLines(topic),
      // As paragraphs, the notes do not belong to the last row of the table.
      ...topic.notes.flatMap(paragraph),
    ]),
    ...roffSection('Examples', verbatim(topic.examples)),
    ...roffSection(
      'See also',
      seeAlso(['testctl(1)', ...topicRefs.filter((ref) => !ref.startsWith(`testctl-${name}(`))]),
    ),
  ])
}

/** Assembles a page. It has no date, so that the same tree gives the same page. */
const page = (name: string, chapter: 1 | 7, { version }: Book, lines: readonly string[]): string =>
  [
    `.TH ${escapeRoff(name.toUpperCase())} ${chapter} "" "testctl ${version}" "testctl"`,
    '.ad l',
    '.nh',
    ...lines,
    '',
  ].join('\n')

const pageName = ({ path }: Manual): string => path.replaceAll(' ', '-')

const wordsBelow = ({ path }: Manual, noun: Manual): string => path.slice(noun.path.length + 1)

const nameLine = (name: string, about: string): string =>
  `${escapeRoff(name)} \\- ${escapeRoff(about.replace(/\.$/, ''))}`

// Some commands have several usages.
const usageLines = (manuals: readonly Manual[]): string[] =>
  manuals
    .flatMap(({ path, usage }) => usage.split(/\s*(?:\n|\|(?= testctl ))\s*/).map((one) => ({ path, one })))
    .flatMap(({ path, one }, at) => [
      ...(at === 0 ? [] : ['.br']),
      one.startsWith(path) ? `${bold(path)}${escapeRoff(one.slice(path.length))}` : escapeRoff(one),
    ])

const flagLines = (flags: readonly DocumentedFlag[]): string[] =>
  flags.flatMap(({ flags, description }) => definition(flags, description))

const blockLines = (blocks: readonly PageBlock[]): string[] =>
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
    return `.BR ${escapeRoff(name)} (${chapter})${at < refs.length - 1 ? ' ,' : ''}`
  })

const topicRefs = topicNames.map((name) => `testctl-${name}(7)`)
