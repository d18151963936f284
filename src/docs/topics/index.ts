import { caseFilesTopic } from './case-files.ts'
import { environmentTopic } from './environment.ts'
import { exitCodesTopic } from './exit-codes.ts'
import { flagsTopic } from './flags.ts'
import { matchingTopic } from './matching.ts'
import type { TopicName } from './names.ts'
import { outputTopic } from './output.ts'
import { submissionTopic } from './submission.ts'
import type { Topic } from './topic.ts'

export { pageOf } from './page.ts'
export { topicRows, type Topic } from './topic.ts'

/** The pages of the help topics, by name. */
export const topicPages: Readonly<Record<TopicName, Topic>> = {
  flags: flagsTopic,
  'exit-codes': exitCodesTopic,
  environment: environmentTopic,
  output: outputTopic,
  submission: submissionTopic,
  matching: matchingTopic,
  'case-files': caseFilesTopic,
}
