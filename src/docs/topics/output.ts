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
          'the response of the service, unknown fields included, plus the identifier where known: an object, or one array for a list',
        ],
        ['--ndjson', 'the same, one object a line, streamed'],
        [
          '--csv',
          'CSV (RFC 4180) with a header line; cells that a spreadsheet would execute as formulas are escaped with an apostrophe',
        ],
        ['--csv-raw', 'like --csv, but formulas are not escaped'],
        ['--bom', 'CSV that begins with a byte order mark, by which Excel knows UTF-8'],
        [
          '--template',
          "one line for each, in your own format: '{identifier}\\t{name}', {results.passed}, {{ for a brace",
        ],
        [
          '--jq',
          'the JSON filtered with a jq expression; strings unquoted, one value a line through a pipe; uses the installed jq, else the one that is included',
        ],
        ['--quiet', 'identifiers only, one a line, for xargs and for commands that take - as IDs'],
      ],
    },
    {
      heading: 'Columns, colour, progress',
      rows: [
        ['--columns', 'columns of tables, of tab-separated lines and of CSV: name,result,results.passed'],
        ['--color', 'auto, always or never; overrides NO_COLOR and FORCE_COLOR (testctl help environment)'],
        [
          '--progress',
          'progress of long work and of waits, on stderr: auto (one line on a terminal, after a second at most), plain (a line every five seconds, terminal or not), none',
        ],
      ],
    },
  ],
  notes: [
    'The formats exclude each other. A list on a terminal shows its first 50, of runs the newest 50, and says how many there are; every other form has all of them, and --limit and --offset choose. Text from the service is safe on a terminal: escape sequences and characters that hide or reverse text are shown escaped.',
    'A partial answer never looks complete: a list that breaks off is not valid JSON, and the exit code is not 0. A command that changes something prints a sentence on a terminal, the identifier through a pipe, and the object with --json.',
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
