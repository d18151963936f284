import type { OptionHabit } from './option-habit.ts'

const form = ['-o', '--output', '--format', '--output-format', '--out']

// What is read has a format, too. That of a report is an option that does nothing, because its content tells.
const inputForm = [...form, '--type', '--input-format', '--import-format', '--system']

/** How other tools ask for an output format: `-o json`, `--format csv`, `--json name`. */
export const formOptions: readonly OptionHabit[] = [
  {
    typed: form,
    takes: true,
    on: / cases export$/,
    value: /^(csv|json|ndjson|ya?ml)$/i,
    here: ['the name of the file says the form: testctl cases export cases.{value}'],
  },
  {
    typed: inputForm,
    takes: true,
    on: / cases import$/,
    value: /^(testrail|testlink|qase|xray|zephyr|azure|gherkin|csv)$/,
    here: ['--from {value}'],
  },
  { typed: inputForm, takes: true, on: / cases import$/, here: ['its content says the format: {line}'] },
  {
    typed: ['--delimiter', '--separator', '--sep'],
    takes: true,
    on: / cases import$/,
    here: ['its heading says the separator: {line}'],
  },
  // Not a redirection: that would empty the file before testctl has found anything wrong.
  {
    typed: form,
    takes: true,
    on: / cases export$/,
    value: /\/|\.(csv|ndjson|json|ya?ml)$|^\.{1,2}$/i,
    here: ['{value}'],
  },
  { typed: form, takes: true, value: /^(json)?$/i, here: ['--json'] },
  { typed: form, takes: true, value: /^(ndjson|jsonl|json-?lines)$/i, here: ['--ndjson'] },
  { typed: form, takes: true, value: /^csv$/i, here: ['--csv'] },
  { typed: form, takes: true, value: /^(name|id)s?$/i, here: ['--quiet'] },
  { typed: form, takes: true, value: /^wide$/i, here: ['--columns name,id'] },
  { typed: form, takes: true, value: /^(ya?ml)$/i, here: ['--json'] },
  {
    typed: form,
    takes: true,
    value: /^(table|text|plain|pretty|tsv|human)$/i,
    here: ['that is the usual form: {line}'],
  },
  // A report is written to a file of its own, with one flag per format.
  { typed: form, takes: true, value: /^html?$/i, here: ['--html report.html'] },
  { typed: form, takes: true, value: /^(md|markdown)$/i, here: ['--markdown report.md'] },
  { typed: form, takes: true, value: /^(junit|xml)$/i, here: ['--junit report.xml'] },
  { typed: form, takes: true, value: /^ctrf$/i, here: ['--ctrf report.json'] },
  { typed: form, takes: true, value: /\.html?$/i, here: ['--html {value}'] },
  { typed: form, takes: true, value: /\.md$/i, here: ['--markdown {value}'] },
  { typed: form, takes: true, value: /\.xml$/i, here: ['--junit {value}'] },
  { typed: form, takes: true, value: /\.csv$/i, here: ['--csv > {value}'] },
  { typed: ['--md'], takes: true, value: /[./]./, here: ['--markdown {value}'] },
  { typed: ['--md'], takes: true, value: /^-?$/, here: ['--markdown report.md'] },
  // Beside a run, a milestone or a project, any other word is the file.
  {
    typed: ['--md'],
    takes: true,
    beside: / report (?!-)| --name\b| --md[ =]\S+ (?!-)/,
    value: /./,
    here: ['--markdown {value}'],
  },
  { typed: ['--md'], here: ['--markdown report.md'] },
  {
    typed: form,
    takes: true,
    value: /./,
    here: ['the forms are --json, --ndjson, --csv and --template: testctl help output'],
  },
  { typed: ['-j'], here: ['--json'] },
  { typed: ['-q'], takes: true, on: / list$/, value: /^\.\w[\w.]*$/, here: ["--jq '.[]{value}'"] },
  { typed: ['-q'], takes: true, value: /^[.[]|\|/, here: ['--jq {value}'] },
  { typed: ['--json'], takes: true, value: /\.(ndjson|jsonl?)$/, here: ['--json > {value}'] },
  { typed: ['--json'], takes: true, on: / list$/, here: ["--jq 'map({{value}})'"] },
  { typed: ['--json'], takes: true, here: ["--jq '{{value}}'"] },
]
