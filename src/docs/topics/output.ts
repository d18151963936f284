import type { Topic } from './topic.ts'

/** The topic of the output formats and the flags that choose them; a test compares them with the flags of every command. */
export const outputTopic: Topic = {
  intro:
    'The answer goes to stdout, everything else to stderr. On a terminal the answer is a table or a page. Through a pipe a list has one line per item, with tab-separated cells: no heading, nothing cut, times as ISO 8601; tabs, newlines and backslashes in a cell are escaped. A single item is the same page as on a terminal, with exact times; with --columns it is one line. These flags choose another output format:',
  columns: ['flag', 'meaning'],
  groups: [
    {
      heading: 'Formats',
      rows: [
        [
          '--json',
          'the response of the service, with all its fields, and the identifier if it is known: one object, or one array for a list',
        ],
        ['--ndjson', 'the same, one object per line, streamed'],
        [
          '--csv',
          'CSV (RFC 4180) with a header line; cells that a spreadsheet would run as formulas begin with an apostrophe',
        ],
        ['--csv-raw', 'like --csv, but formulas are not escaped'],
        ['--bom', 'CSV with a byte order mark, so that Excel reads it as UTF-8'],
        [
          '--template',
          "one line per item, in your own format: '{identifier}\\t{name}', {results.passed}, {{ for a brace",
        ],
        [
          '--jq',
          'the JSON filtered with a jq expression; strings unquoted, one value per line through a pipe; the installed jq is used, or else a built-in one',
        ],
        ['--quiet', 'identifiers only, one per line, for xargs and for commands that read IDs from -'],
      ],
    },
    {
      heading: 'Columns, colour, progress',
      rows: [
        ['--columns', 'columns of tables, of tab-separated lines and of CSV: name,result,results.passed'],
        [
          '--color',
          'auto, always or never; overrides NO_COLOR and FORCE_COLOR, which override the setting (testctl help environment). An answer in a pipe never has colours; errors have them with always',
        ],
        [
          '--progress',
          'progress of long work, on stderr: auto (one line, only on a terminal), plain (a new line every five seconds, also without a terminal), none; with ACCESSIBLE=1 or config set plain always, testctl redraws nothing: long work prints a new line after ten seconds, then less and less often',
        ],
      ],
    },
  ],
  notes: [
    'The formats exclude each other. On a terminal a list shows the first 50 items (of runs the newest 50), or the number in the setting limit, and the total; every other format has all items. --limit and --offset change that. The setting columns also applies on a terminal only; --columns applies everywhere. Text from the service is safe on a terminal: escape sequences, and characters that hide or reverse text, are shown escaped.',
    'A partial answer never looks complete: an interrupted list is not valid JSON, and the exit code is not 0. A command that changes something prints a sentence on a terminal, the identifier through a pipe, and the object with --json.',
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
