import type { Rule } from '../../submission/match/matching.ts'
import type { Topic } from './topic.ts'

/** The rules in the order in which they are tried; a case that was made for a result was not found by any. */
export const ways: Readonly<Record<Exclude<Rule, 'created'>, string>> = {
  property:
    'a property or annotation of the test with an identifier (testctl, test_id or case_id; others with --match-property), or a tag: test_id=WEB-C12, @WEB-T12',
  identifier: 'an identifier in its name, as a whole word: [WEB-C12] logs in',
  mapping: 'the file of --mapping: lines such as logs in => WEB-C12, or JSON',
  name: 'the only test with exactly its name: first the full name (suite › class › name), then with fewer and fewer parts before it, the bare name last',
  pattern: "a pattern of --match-pattern that extracts a number from its name: 'TC-(?<case>[0-9]+)'",
}

/** How results find their tests; a test tries the rules in the order that stands here. */
export const matchingTopic: Topic = {
  intro:
    'How testctl runs submit and testctl exec find the test in the run for each result of a report. They try these rules in order; the first one that applies decides, even if the test that it names does not exist:',
  columns: ['rule', 'meaning'],
  groups: [{ rows: Object.entries(ways) }],
  notes: [
    'An identifier names a test (WEB-T12) or its case (WEB-C12); upper and lower case are the same. An identifier of another project is an error in a property, in the mapping and in a pattern, and plain text in a tag or a name.',
    'A name that several tests of the run or of the report share matches nothing. Similar names are suggested, never set. Such a result is unmatched: it is listed with the reason, and the exit code is 7. --unmatched ignore skips it, and --unmatched create creates its case and test.',
    'A case that is created gets the whole name of its test, with --reuse and without. An identifier that names nothing creates no case, and it does not match a case that is created later: that one is found by its name, as its custom field namedBefore records. Remove the field to use the identifier. Submitting the same reports again changes nothing.',
    'If several results match one test, --fold chooses which counts: the worst, the best or the last. --explain shows the rule that decided for each result; --dry-run sends nothing.',
  ],
  examples: [
    'testctl runs submit report.xml --run WEB-R7 --explain --dry-run',
    'testctl runs submit report.xml --run WEB-R7 --match-property test_id,jira --dry-run',
    "testctl runs submit report.xml --run WEB-R7 --match-pattern 'TC-(?<case>[0-9]+)' --dry-run",
  ],
}
