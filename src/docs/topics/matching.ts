import type { Rule } from '../../submission/match/matching.ts'
import type { Topic } from './topic.ts'

/** The rules in the order in which they are tried; a case that was made for a result was not found by any. */
export const ways: Readonly<Record<Exclude<Rule, 'created'>, string>> = {
  property:
    'a property or annotation of the test that holds an identifier (testctl, test_id or case_id; others by --match-property), or a tag that is one: test_id=WEB-C12, @WEB-T12',
  identifier: 'an identifier in its name, as a whole word: [WEB-C12] logs in',
  mapping: 'the file of --mapping: lines such as logs in => WEB-C12, or JSON',
  name: 'the one test that has its name exactly: first with all that stands before it (suite › class › name), then with less and less of it, the bare name last',
  pattern: "a pattern of --match-pattern that finds a number in its name: 'TC-(?<case>[0-9]+)'",
}

/** How results find their tests; a test tries the rules in the order that stands here. */
export const matchingTopic: Topic = {
  intro:
    'How testctl runs submit and testctl exec find the test of a run that a result of a report is for. The first of these rules that decides counts, and what it decided no later one overrules, not even where there is no such test:',
  columns: ['rule', 'meaning'],
  groups: [{ rows: Object.entries(ways) }],
  notes: [
    'An identifier can be that of a test (WEB-T12) or of its case (WEB-C12), in either case. One of another project is a mistake in a property, in the mapping and in a pattern, and a mere word in a tag or a name.',
    'A name decides nothing where several tests of the run have it, or several tests of the report go by it. What is near is only said, never set. Such a result is unmatched: it is named with its reason, and the exit code is 7. --unmatched ignore passes over it, and --unmatched create makes its case and its test.',
    'A case that is created gets the whole name of its test, with --reuse and without. An identifier that names nothing creates no case, and it is not used for a case that is created later: that one is found by its name, and its custom field namedBefore says so. Remove the field to use the identifier. Submitting the same reports again changes nothing.',
    'Where several results are for one test, --fold says which counts: the worst, the best or the last. --explain tells of each result what decided, by the words above; --dry-run sends nothing.',
  ],
  examples: [
    'testctl runs submit report.xml --run WEB-R7 --explain --dry-run',
    'testctl runs submit report.xml --run WEB-R7 --match-property test_id,jira --dry-run',
    "testctl runs submit report.xml --run WEB-R7 --match-pattern 'TC-(?<case>[0-9]+)' --dry-run",
  ],
}
