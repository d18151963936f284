import type { Topic } from './topic.ts'

/** Cases as files: how one looks, and who wins. */
export const caseFilesTopic: Topic = {
  intro:
    'testctl cases export writes the cases of a project into a folder, a file of Markdown each, and testctl cases import sends back what was changed in them. A file begins with --- and the lines case: WEB-C12 and fields: with the custom fields as YAML, ends that with --- and goes on with # and the name, ## Preconditions, and ## Steps: a numbered list in which **Expected:** begins the expectation of a step. A file without case: is a new case; import writes the line. What Markdown would not give back as it is stands as a quoted value beside case:. Both sides are compared, field by field, with what they last agreed on:',
  columns: ['changed', 'meaning'],
  groups: [
    {
      rows: [
        ['here', 'import sends the field; export leaves the file'],
        ['there', 'export takes the field; import leaves it and says so'],
        ['both alike', 'nothing: both agree'],
        [
          'both',
          'a conflict: shown word by word and left (exit code 7), until --ours takes the file or --theirs the service: all, WEB-C12 or WEB-C12:steps',
        ],
        ['not known', 'alike: they agree from now on; different: a conflict. The newer never wins by itself'],
        ['file deleted', 'import --prune deletes the case, after a question; export leaves it out'],
        ['case deleted', 'export --prune removes the file, after a question; import leaves it'],
      ],
    },
  ],
  notes: [
    'What both sides last agreed on is in .testctl-cases.ndjson, a line a case: commit it with the files. After a merge in git it is understood with the lines of both branches in it; the line ".testctl-cases.ndjson merge=union" in .gitattributes leaves them both without asking. An import that was stopped or killed is taken up by the next one: no case is created twice.',
    'Other notations are read too: * for a step, *Expected Result*: in a list below it or in a paragraph after it, a table | # | Action | Expected |, and a heading for each step as tmt writes them. A heading that is not known, or text that belongs to no step, is an error, because it would be lost. A README is no case. testctl cases lint finds cases without steps, steps without expectations and names that stand twice; as a hook of git, .git/hooks/pre-commit: exec testctl cases lint cases/',
    'A name that ends in .ndjson, .json, .yaml or .csv is one file for all cases, by the same rules: testctl cases export cases.csv. A case there has identifier, name, preconditions, steps (a list of action and expectation) and customFields; without identifier it is a new one, and import writes the identifier. CSV has a row a step: identifier, name, preconditions, step (its number), action, expectation, and fields.area for the custom field area; a value that is no text stands there as json:7. Any other field, and a comment in YAML, is an error, because it would be lost. What both sides agreed on is beside the file, in .cases.csv.testctl.ndjson.',
    'In YAML a plain 1.10 or 007 is a text and no is not false; aliases, anchors and tags are refused. testctl cases status --exit-code tells a CI job that files and service differ.',
  ],
  examples: [
    'testctl cases export cases/ -p WEB',
    'testctl cases export cases.csv -p WEB',
    'testctl cases status cases/ --diff',
    'testctl cases import cases/ --dry-run',
  ],
}
