/** The help topics that are no commands, with a summary of each. The pages themselves are loaded when one is read. */
export const topics = {
  flags: 'the flags that every command takes',
  'exit-codes': 'what each exit code means',
  environment: 'the variables that testctl reads',
  output: 'output formats: JSON, CSV, templates, columns, colours',
  submission: 'how test reports are uploaded by runs submit and exec',
  matching: 'how a result of a report finds its test',
  'case-files': 'cases as Markdown or CSV files, and how conflicts are resolved',
} as const

export type TopicName = keyof typeof topics

export const topicNames = Object.keys(topics) as readonly TopicName[]
