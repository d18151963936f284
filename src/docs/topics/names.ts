/** The topics that help has beside the commands, and what each is about. The pages themselves are loaded when one is read. */
export const topics = {
  flags: 'the flags that every command takes',
  'exit-codes': 'what each exit code means',
  environment: 'the variables that testctl reads',
  output: 'the forms that an answer can take',
  submission: 'what runs submit and exec read, send and undo',
  matching: 'how a result of a report finds its test',
  'case-files': 'cases as files of Markdown, and who wins',
} as const

export type TopicName = keyof typeof topics

export const topicNames = Object.keys(topics) as readonly TopicName[]
