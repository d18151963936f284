import type { Topic } from './topic.ts'

/** The topic of cases as files: their format, and which side wins. */
export const caseFilesTopic: Topic = {
  intro:
    'testctl cases export writes each case of a project into a Markdown file, and testctl cases import sends the changes in the files. Both compare the files with the service, field by field. If one side changed since they last agreed, that side wins:',
  columns: ['changed', 'meaning'],
  groups: [
    {
      rows: [
        ['file', 'import sends the field; export leaves the file'],
        ['service', 'export writes the field to the file; import leaves it and says so'],
        ['both alike', 'nothing to do: both agree'],
        [
          'both',
          'a conflict: shown word by word, and both stay (exit code 7), until --ours takes the text of the file or --theirs that of the service: all, WEB-C12 or WEB-C12:steps',
        ],
        [
          'not known',
          'testctl does not know which side changed, for example the first time: equal texts agree from now on, different texts are a conflict. The newer text never wins automatically',
        ],
        ['file deleted', 'import --prune asks, then deletes the case; export leaves it out'],
        ['case deleted', 'export --prune asks, then removes the file; import leaves it'],
      ],
    },
  ],
  notes: [
    'A file begins with front matter between two lines ---: case: WEB-C12, and fields: with the custom fields as YAML. Then comes # and the name, ## Preconditions, and ## Steps with a numbered list; **Expected:** begins the expectation of a step. A file without case: is a new case, and import adds that line. A text that Markdown would change stands as a quoted value beside case:. A file is a case if it has this front matter, even an empty one, or a heading such as ## Steps or ## Preconditions. Any other file, and a README, is left alone, and a warning names it.',
    'The text that both sides last agreed on is in .testctl-cases.ndjson in the exported folder, one line per case: commit it with the files. A single file of that folder, and a folder below it, are compared with the same text. The line ".testctl-cases.ndjson merge=union" in .gitattributes merges it without conflicts. If an import is interrupted, the next one continues it: no case is created twice.',
    'Other notations are read too: * for a step; *Expected Result*: in a list below a step or in a paragraph after it; a table | # | Action | Expected |; and a heading for each step, as in tmt. In a case, an unknown heading, or text that belongs to no step, is an error, because it would be lost. So is a merge of git that is not finished. testctl cases lint finds cases without steps, steps without expectations, and names that occur twice; testctl cases lint -p WEB checks the cases of the service, and finds cases that were never run, or not lately. As a git hook, in .git/hooks/pre-commit: exec testctl cases lint cases/',
    'A path that ends in .ndjson, .json, .yaml or .csv is one file for all cases; the same rules apply: testctl cases export cases.csv. A case there has identifier, name, preconditions, steps (a list of action and expectation) and customFields; a JSON file may be one such case, as cases get --json prints it. A case without identifier is new, and import adds the identifier, and the column identifier to a CSV without it that has step, action and expectation, or a column such as fields.area. CSV has one row per step: identifier, name, preconditions, step (its number), action, expectation, and fields.area for the custom field area; json:7 is a value that is not text. Any other field, and a comment in YAML, is an error, because it would be lost. The columns of a CSV may stand in any order; a missing column or key leaves its field as it is, and comes back with the next export. All these files are UTF-8; --encoding names another encoding of a CSV, which is written back in UTF-8. The text that both sides agreed on is beside the file, in .cases.csv.testctl.ndjson.',
    'Exit code 7: not everything is done. The cause is a conflict, a file that cannot be read (not UTF-8, no permission, too large), a file that has lost its line case:, or a case that someone changed during the import. All the rest is done, and the next import continues; a plan (--dry-run) ends with the same code. With --prune, and for an export, a file that cannot be read ends the command before it changes anything; so does an unreadable line in a file of many cases.',
    'testctl cases import export.csv reads the exports of other systems: TestRail, TestLink, Qase, Xray, Zephyr Scale, Azure Test Plans, Gherkin, and any CSV. HTML becomes Markdown where a field is HTML in that system; an unknown tag stays text. The delimiter is the one of sep= in the first line, or the first one in the heading line; --encoding names an encoding other than UTF-8. A column that is missing the next time leaves its field as it is; an empty column clears its field. --write-map map.json writes a suggested map of the columns, and --map map.json uses it. The keys of a map take the names of columns: name; id; preconditions; steps, with as (rows: a step per row; columns: Step {n}; numbered: one text; lines: a step per line; text: one step), action, expectation, data and number (the number of a step, with a step per row); and fields, such as {"area": "Module"}. The second column of a name is Comment (2), and the fourth column, if it has no name, column 4. leaveOut is a list of columns, and source the name of the export. --to DIR converts the cases to Markdown, to check them first; --report FILE lists what was read and what was lost.',
    'A case of a CSV has the source csv:export#1: the name of the file, and the ID. Use --source NAME, or "source" in the map, if the name of the file changes, or for several files of one export. An import changes nothing if a file has other cases under IDs that were imported before: --source NAME imports these as new cases. It also changes nothing if most of its cases were imported under other IDs, for example with an earlier map: --ours all keeps these cases, and gives them the new IDs. A case that this computer imported stays deleted if it has been deleted in the service: --ours WEB-C12 creates it anew, and --theirs WEB-C12 leaves it although its text changed in the export.',
    'A feature file of Gherkin has one case per scenario: the feature is the section, a background is the preconditions, the steps after Then are the expectation of the step before them, and the examples of an outline are the field examples. The next import finds the case by the path of the file from the current folder, and by its name. From another folder, or once the file was moved or renamed, it changes nothing: --ours all gives the cases the paths from there. If those cases are from another repository with the same scenarios, --theirs all leaves them alone and creates new ones.',
    'testctl cases list -p WEB --ndjson | jq ... | testctl cases import - changes many cases at once; each needs its identifier, or customFields.source. A case with the updatedAt that cases list printed is sent if it has not changed since. Without updatedAt, as in a CSV, a text that differs is a conflict the first time: --ours all sends it. testctl cases create --from FILE creates the cases of a file each time, and does not change the file.',
    'In YAML, a plain 1.10, 007 or no is a text; aliases, anchors and tags are refused. testctl cases status --exit-code ends a CI job with 8 if files and service differ.',
  ],
  examples: [
    'testctl cases export cases/ -p WEB',
    'testctl cases export cases.csv -p WEB',
    'testctl cases status cases/ --diff',
    'testctl cases import cases/ --dry-run',
    'testctl cases import features/ -p WEB',
  ],
}
