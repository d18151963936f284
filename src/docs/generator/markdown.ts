import { type TopicName, topicNames, topics } from '../topics/names.ts'
import type { Topic } from '../topics/index.ts'
import type { PageBlock } from './blocks.ts'
import type { Book } from './man-pages.ts'
import { type DocumentedFlag, leavesOf, type Manual } from './command-tree.ts'

/** Returns the reference of all commands and topics, as one page of Markdown. */
export const markdownPage = (book: Book): string => {
  const { root, topics: pages } = book
  const lines = [
    '# The commands of testctl',
    'Made from the help pages by `npm run docs`.',
    ...contents(book),
    heading(2, root.path),
    `\`\`\`text\n${root.usage}\n\`\`\``,
    ...root.blocks.map(blockText),
    ...exampleText(root.examples),
    heading(2, everyFlag),
    ...flagTable(root.flags),
    ...root.groups.flatMap(({ commands }) => commands.flatMap(nounText)),
    ...topicNames.flatMap((name) => topicText(name, pages[name])),
  ]
  return `${lines.join('\n\n')}\n`
}

/** Returns the anchor that GitHub gives to a heading. */
export const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** Escapes a text, so that nothing in it is Markdown. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]<>|~#&]/g, (found) => `\\${found}`)
    .replace(/^([-+]|\d+[.)])(?=\s)/, (found) => `${found.slice(0, -1)}\\${found.slice(-1)}`)

const everyFlag = 'Flags of every command'

const contents = ({ root }: Book): string[] => [
  ...root.groups.map(({ heading: name, commands }) =>
    [
      `**${escapeMarkdown(name)}**\n`,
      ...commands.map((noun) => `- ${link(noun.path)}: ${escapeMarkdown(noun.summary)}`),
    ].join('\n'),
  ),
  [`**Topics**\n`, ...topicNames.map((name) => `- ${link(titleOf(name))}: ${escapeMarkdown(topics[name])}`)].join('\n'),
]

const nounText = (noun: Manual): string[] => {
  const verbs = leavesOf(noun)
  if (verbs.includes(noun)) return [heading(2, noun.path), ...commandText(noun)]
  return [
    heading(2, noun.path),
    `${escapeMarkdown(noun.summary)}.`,
    verbs.map((verb) => `- ${link(verb.path)}: ${escapeMarkdown(verb.summary)}`).join('\n'),
    ...verbs.flatMap((verb) => [heading(3, verb.path), ...commandText(verb)]),
  ]
}

const commandText = ({ usage, summary, flags, blocks, examples }: Manual): string[] => [
  `${escapeMarkdown(summary)}.`,
  `\`\`\`text\n${usage.replace(/\n +/g, '\n')}\n\`\`\``,
  ...flagTable(flags),
  ...blocks.map(blockText),
  ...exampleText(examples),
]

const topicText = (name: TopicName, { intro, columns, groups, notes, examples }: Topic): string[] => [
  heading(2, titleOf(name)),
  escapeMarkdown(intro),
  ...groups.flatMap(({ heading: title, rows }) => [
    ...(title === undefined ? [] : [`**${escapeMarkdown(title)}**`]),
    table(
      columns,
      rows.map(([term, meaning]) => [code(String(term)), escapeMarkdown(meaning)]),
    ),
  ]),
  ...notes.map(escapeMarkdown),
  ...exampleText(examples),
]

const titleOf = (name: TopicName): string => `testctl help ${name}`

const heading = (level: number, text: string): string => `${'#'.repeat(level)} ${escapeMarkdown(text)}`

const link = (text: string): string => `[${code(text)}](#${anchorOf(text)})`

const flagTable = (flags: readonly DocumentedFlag[]): string[] =>
  flags.length === 0
    ? []
    : [
        table(
          ['flag', 'description'],
          flags.map(({ flags, description }) => [code(flags), escapeMarkdown(description)]),
        ),
      ]

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

// In a table a `|` ends a cell even within code.
const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``

const blockText = (block: PageBlock): string => {
  if (block.kind === 'text') return escapeMarkdown(block.text)
  const lines = `\`\`\`text\n${block.lines.join('\n')}\n\`\`\``
  return block.kind === 'list' ? `${escapeMarkdown(block.heading)}:\n\n${lines}` : lines
}

const exampleText = (examples: readonly string[]): string[] =>
  examples.length === 0 ? [] : [`\`\`\`sh\n${examples.join('\n')}\n\`\`\``]
