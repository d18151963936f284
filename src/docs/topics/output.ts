import type { Topic } from './topic.ts'

/** The forms of an answer and the flags that choose them; a test holds them against the flags that every command has. */
export const outputTopic: Topic = {
  intro:
    'The answer stands on stdout, and everything else on stderr. On a terminal it is a table or a page for people. Through a pipe a list is lines of tab-separated cells: no heading, nothing cut, times as ISO 8601; tabs, newlines and backslashes in a cell are escaped, so that a line is a row. One resource is the same page as on a terminal, whole and with exact times; with --columns it is a line. Flags choose another form:',
  columns: ['flag', 'meaning'],
  groups: [
    {
      heading: 'Forms',
      rows: [
        [
          '--json',
          'what the service answered, unknown fields included, with the identifier where it can be known: an object, or one array of a list',
        ],
        ['--ndjson', 'the same, an object a line, as they come'],
        [
          '--csv',
          'RFC 4180, a line of headings first; cells that a spreadsheet would execute begin with an apostrophe',
        ],
        ['--csv-raw', 'the same with such cells as they are'],
        ['--bom', 'CSV that begins with a byte order mark, by which Excel knows UTF-8'],
        ['--template', "a line of one's own for each: '{identifier}\\t{name}', {results.passed}, {{ for a brace"],
        [
          '--jq',
          'the JSON filtered with a jq expression, strings unquoted, on a pipe a value a line; uses the jq of the machine, else one that comes along',
        ],
        ['--quiet', 'identifiers only, one a line, for xargs and for commands that take - as IDs'],
      ],
    },
    {
      heading: 'What of it, and how',
      rows: [
        ['--columns', 'the columns of a table, of the lines of a pipe and of CSV: name,result,results.passed'],
        ['--color', 'auto, always or never; before NO_COLOR and FORCE_COLOR (testctl help environment)'],
        [
          '--progress',
          'how far something long has come and what is waited for, on stderr: auto (a line on a terminal, after a second at most), plain (a line every five seconds, terminal or not), none',
        ],
      ],
    },
  ],
  notes: [
    'The forms exclude each other. A list on a terminal shows its first 50, of runs the newest 50, and says how many there are; every other form has all of them, and --limit and --offset choose. What comes from the service is harmless on a terminal: escape sequences and characters that hide or turn text are shown as what they are.',
    'Half an answer is never presented as a whole: a list that breaks off is no valid JSON, and the exit code is not 0. A command that changes something prints a sentence on a terminal, the identifier through a pipe, and the object with --json.',
    'The fields of --json keep their names; new ones may be added. testctl schema describes them.',
  ],
  examples: [
    "testctl tests list WEB-R7 --template '{identifier} {name}: {result}'",
    'testctl tests list WEB-R7 --result failed --quiet | testctl tests assign - --to ana',
    "testctl runs list -p WEB --jq '.[] | [.identifier, .results.failed] | @tsv'",
    'testctl cases list -p WEB --csv > cases.csv',
    'testctl runs list -p WEB --columns identifier,results.passed',
  ],
}
