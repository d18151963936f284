import type { MatchRule } from '../../submission/match/model.ts'
import type { Topic } from './topic.ts'

/** The matching rules in the order in which they are tried, without `created`: a result with a new case matched no rule. */
export const ways: Readonly<Record<Exclude<MatchRule, 'created'>, string>> = {
  property:
    'a property or annotation of the test with an identifier (testctl, test_id or case_id, or instead of them those of --match-property), or a tag: test_id=WEB-C12, @WEB-T12',
  identifier: 'an identifier in the name of the result, as a whole word: [WEB-C12] logs in',
  mapping: 'the file of --mapping: lines such as logs in => WEB-C12, or JSON',
  name: 'the only test with exactly the same name: first the full name (suite › class › name), then with one part less at its start each time, last the bare name',
  pattern: "a pattern of --match-pattern that finds a number in the name: 'TC-(?<case>[0-9]+)'",
}

/** The topic of how results find their tests; an automated test tries the rules in this order. */
export const matchingTopic: Topic = {
  intro:
    'How testctl runs submit and testctl exec find the test for each result of a report. They try these rules in order. The first rule that applies decides, even if the test that it names does not exist:',
  columns: ['rule', 'meaning'],
  groups: [{ rows: Object.entries(ways) }],
  notes: [
    'An identifier names a test (WEB-T12) or its case (WEB-C12); upper and lower case do not matter. An identifier of another project matches no test in a property, in the mapping and in a pattern: no other rule is tried, and no case is created. In a tag or a name it is plain text.',
    'If several tests of the run have the same name, or several tests of the reports share a short name and differ in their suite or class, the name matches nothing. Similar names are only suggested. Such a result is unmatched: it is listed with the reason, and the exit code is 7. --unmatched ignore skips it; --unmatched create creates its case and test.',
    'A new case gets the whole name of its test (suite › class › name). An identifier that does not exist creates no case. If a case gets that number later, the identifier still does not match it: its custom field namedBefore records the number, and the case is found by its name. Remove the field to use the identifier. Submitting the same reports again changes nothing.',
    'If several results match one test, --fold chooses which one counts: the worst, the best or the last. --explain shows which rule found the test of each result; --dry-run sends nothing.',
  ],
  examples: [
    'testctl runs submit report.xml --run WEB-R7 --explain --dry-run',
    'testctl runs submit report.xml --run WEB-R7 --match-property test_id,jira --dry-run',
    "testctl runs submit report.xml --run WEB-R7 --match-pattern 'TC-(?<case>[0-9]+)' --dry-run",
  ],
}
