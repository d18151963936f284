/**
 * Options of other tools, and how each is said here. DECISIONS 155
 * The first of `here` whose flags the command has takes the place of the option; what begins with a word is shown as it is.
 * `{value}` is the value of the option, `{line}` the command without it, `{first|WEB-T12}` the first ID, or else an example.
 */
export type OptionHabit = {
  typed: readonly string[]
  /** Whether a value follows. */
  takes?: boolean
  /** The commands and the values that it is about; all without. */
  on?: RegExp
  value?: RegExp
  here: readonly string[]
}

const form = ['-o', '--output', '--format', '--output-format', '--out']

export const options: readonly OptionHabit[] = [
  {
    typed: form,
    takes: true,
    on: / cases export$/,
    value: /^(csv|json|ndjson|ya?ml)$/i,
    here: ['the name of the file says the form: {line} cases.{value}'],
  },
  { typed: form, takes: true, value: /^(json)?$/i, here: ['--json'] },
  { typed: form, takes: true, value: /^(ndjson|jsonl|json-?lines)$/i, here: ['--ndjson'] },
  { typed: form, takes: true, value: /^csv$/i, here: ['--csv'] },
  { typed: form, takes: true, value: /^(name|id)s?$/i, here: ['--quiet'] },
  {
    typed: form,
    takes: true,
    value: /^wide$/i,
    here: ['--columns name,id', 'the help page lists the columns: {line}'],
  },
  { typed: form, takes: true, value: /^(ya?ml)$/i, here: ['--json'] },
  {
    typed: form,
    takes: true,
    value: /^(table|text|plain|pretty|tsv|human)$/i,
    here: ['that is the usual form: {line}'],
  },
  // A report is written to a file of its own, and has one flag a form.
  { typed: form, takes: true, value: /^html?$/i, here: ['--html report.html'] },
  { typed: form, takes: true, value: /^(md|markdown)$/i, here: ['--markdown report.md'] },
  { typed: form, takes: true, value: /^(junit|xml)$/i, here: ['--junit report.xml'] },
  { typed: form, takes: true, value: /^ctrf$/i, here: ['--ctrf report.json'] },
  { typed: form, takes: true, value: /\.html?$/i, here: ['--html {value}'] },
  { typed: form, takes: true, value: /\.md$/i, here: ['--markdown {value}'] },
  { typed: form, takes: true, value: /\.xml$/i, here: ['--junit {value}'] },
  { typed: form, takes: true, value: /\.csv$/i, here: ['--csv > {value}'] },
  { typed: ['--md'], here: ['--markdown report.md'] },
  {
    typed: form,
    takes: true,
    value: /./,
    here: ['the forms are --json, --ndjson, --csv and --template: testctl help output'],
  },
  { typed: ['-j'], here: ['--json'] },
  { typed: ['-q'], takes: true, value: /^[.[]|\|/, here: ['--jq {value}'] },
  { typed: ['--dry-run'], here: ['--dry-run'] },
  { typed: ['--json'], takes: true, on: / list$/, here: ["--jq 'map({{value}})'"] },
  { typed: ['--json'], takes: true, here: ["--jq '{{value}}'"] },
  { typed: ['-n'], takes: true, value: /[^0-9]/, here: ['--name {value}', '--search {value}', '--project {value}'] },
  {
    typed: ['-L', '-n', '--max', '--top', '--count', '--per-page', '--max-results', '--size'],
    takes: true,
    value: /^[0-9]+$/,
    here: ['--limit {value}'],
  },
  { typed: ['--skip', '--start'], takes: true, value: /^[0-9]+$/, here: ['--offset {value}'] },
  { typed: ['--page'], takes: true, here: ['--offset 50 --limit 50'] },
  { typed: ['-A', '-a', '--no-limit', '--all-pages', '--paginate'], here: ['--all'] },
  {
    typed: ['--result', '--status', '--state', '--outcome', '-s'],
    takes: true,
    on: /^testctl tests set$/,
    here: ['{value}'],
  },
  {
    typed: ['-s', '--status', '--state', '--outcome', '--results', '--result'],
    takes: true,
    here: ['--result {value}', 'testctl tests list WEB-R7 --result {value}'],
  },
  {
    typed: ['--assignee', '--assigned', '--owner', '--user', '--for', '--to', '--assign-to'],
    takes: true,
    here: ['--assigned-to {value}', '--to {value}'],
  },
  {
    typed: ['--search', '--query', '--grep', '--name', '--title', '-k', '-S'],
    takes: true,
    here: ['--search {value}', '--name {value}'],
  },
  {
    typed: ['--filter', '--where', '--selector', '-l', '--label', '--labels', '--tag', '--tags'],
    takes: true,
    value: /=/,
    here: ['--custom-field {value}'],
  },
  {
    typed: ['--filter', '--where', '--selector', '-l', '--label', '--labels', '--tag', '--tags'],
    takes: true,
    on: / list$/,
    here: [`--jq '.[] | select(.name == "login")'`],
  },
  {
    typed: ['--run', '--test-run', '--run-id', '-r'],
    takes: true,
    on: / (tests (list|create)|runs (get|update|delete|status|wait|watch))$/,
    here: ['{value}'],
  },
  { typed: ['--case', '--case-id'], takes: true, on: / cases (get|update|delete|history)$/, here: ['{value}'] },
  { typed: ['--test', '--test-id'], takes: true, on: / tests (get|update|delete|set|assign)$/, here: ['{value}'] },
  { typed: ['--milestone'], takes: true, on: / milestones (get|update|delete|status)$/, here: ['{value}'] },
  { typed: ['--milestone'], takes: true, on: / tests list$/, here: ['testctl milestones report {value} --csv'] },
  { typed: ['--milestone'], takes: true, on: / runs list$/, here: ['testctl milestones status {value}'] },
  {
    typed: ['--id', '--ids', '--key', '--identifier'],
    takes: true,
    on: / (get|update|delete|history|status|set|assign)$/,
    here: ['{value}'],
  },
  {
    typed: ['--project-id', '--project-key', '--namespace', '-P', '-R', '--repo'],
    takes: true,
    here: ['--project {value}'],
  },
  { typed: ['--fields', '--field', '--select', '--show', '--cols', '-c'], takes: true, here: ['--columns {value}'] },
  { typed: ['--wide'], here: ['--columns name,id'] },
  { typed: ['--sort-by', '--order-by', '--order', '--sortby'], takes: true, here: ['--sort {value}'] },
  { typed: ['--reverse', '--desc'], here: ['--sort name:desc'] },
  { typed: ['--no-headers', '--no-header', '--noheaders'], here: ['a pipe gets no headings: {line} | cat'] },
  { typed: ['--web', '-w', '--open', '--browser'], here: ['--web'] },
  { typed: ['--watch', '--follow', '-w'], here: ['testctl runs watch WEB-R7'] },
  { typed: ['--web', '--open', '--browser'], here: ['testctl runs get WEB-R7 --web'] },
  { typed: ['--with-token'], here: ['--with-key'] },
  { typed: ['--all-namespaces', '--all-projects'], here: ['testctl projects list, then: {line} -p WEB'] },
  { typed: ['--mine', '--me'], on: / tests list$/, here: ['--assigned-to me'] },
  { typed: ['--mine', '--me'], here: ['testctl tests list -p WEB --assigned-to me'] },
  { typed: ['-X', '--method'], takes: true, on: /^testctl api$/, here: ['{value}'] },
  { typed: ['--add-run', '--add-runs'], takes: true, here: ['testctl runs update {value} --milestone {first|WEB-M1}'] },
  { typed: ['--list', '-l'], on: /^testctl config$/, here: ['testctl config list'] },
  {
    typed: ['-f', '--file', '--filename', '--from', '--from-file', '--input', '--import'],
    takes: true,
    on: / cases (create|update)$/,
    here: ['testctl cases import {value}'],
  },
  {
    typed: ['-f', '--file', '--filename', '--path', '--report', '--reports', '--results', '--input', '-i'],
    takes: true,
    on: / (runs submit|reports read|cases (import|export))$/,
    here: ['{value}'],
  },
  {
    typed: ['--all-cases'],
    on: / (submit|exec)$/,
    here: ['testctl runs create --name Nightly --all-cases makes the run'],
  },
  {
    typed: ['--cases'],
    takes: true,
    on: / (submit|exec)$/,
    here: ['testctl runs create --name Nightly --cases {value}'],
  },
  { typed: ['-r', '--run-id', '--test-run'], takes: true, here: ['--run {value}'] },
  { typed: ['-t', '--test'], takes: true, on: / tests (get|set|assign|update|delete)$/, here: ['{value}'] },
  { typed: ['-r'], takes: true, on: / tests (set|update)$/, here: ['{value}', '--result {value}'] },
  { typed: ['--force', '-f', '--assume-yes', '--no-confirm'], here: ['--yes'] },
  { typed: ['--debug', '--trace', '-d', '-vv', '-vvv'], here: ['--verbose'] },
  { typed: ['--no-color', '--no-colour', '--nocolor'], here: ['--color never'] },
  { typed: ['--silent'], here: ['--quiet'] },
  { typed: ['--dryrun', '--simulate', '--noop', '--preview'], here: ['--dry-run'] },
  { typed: ['--non-interactive', '--batch', '--no-prompt'], here: ['--no-input'] },
  {
    typed: ['-m', '--message', '--comment', '--note', '--body', '--text'],
    takes: true,
    here: ['--comment {value}', '--content {value}'],
  },
  {
    typed: ['-m', '--message', '--comment', '--note', '--body', '--text'],
    takes: true,
    on: / (tests|cases) (set|update|get|assign)$/,
    here: ['testctl comments create {first|WEB-T12} --content {value}'],
  },
  { typed: ['-t', '--title'], takes: true, here: ['--name {value}'] },
  { typed: ['--cases', '--case-ids'], takes: true, here: ['--cases {value}', '--add-case {value}'] },
  {
    typed: ['--token', '--api-key', '--apikey', '--password'],
    takes: true,
    here: ['a key is stored with testctl auth login, or stands in TESTCTL_API_KEY'],
  },
  {
    typed: ['--url', '--host', '--server', '--base-url', '--endpoint'],
    takes: true,
    here: ['the variable TESTCTL_URL says which service: {line}'],
  },
  { typed: ['--config', '--context', '--account'], takes: true, here: ['--profile {value}'] },
]
