import type { OptionHabit } from './option-habit.ts'

// Fields that other services have, and a case here has as custom fields.
const names = [
  'priority',
  'type',
  'section',
  'suite',
  'refs',
  'tag',
  'tags',
  'label',
  'labels',
  'component',
  'severity',
  'status',
  'state',
]

const filters = ['--filter', '--where', '--selector', '-l', '--label', '--labels', '--tag', '--tags']
const fields = ['--field', '--fields', '--property', '--attribute', '--set', '--custom', '-F', '-D']
const texts = ['--search', '--query', '--grep', '-k', '-S']
const titles = ['--name', '--title']

/** How other tools choose by a field or a text, and how they write a field: `--label smoke`, `--field area=login`. */
export const fieldOptions: readonly OptionHabit[] = [
  { typed: filters, takes: true, on: / list$/, value: /^(name|title)=/, here: ['--search {after}'] },
  {
    typed: [...filters, ...fields, '--custom-field'],
    takes: true,
    value: /^[\w.-]+=/,
    here: ['--custom-field {value}'],
  },
  {
    typed: [...filters, ...fields, '--custom-field'],
    takes: true,
    on: / runs create$/,
    value: /^[\w.-]+=/,
    here: ['--cases {value}'],
    drops: ['--all-cases'],
  },
  ...names.flatMap((name) => {
    const habit = { typed: name === 'label' ? ['--label', '-l'] : [`--${name}`], takes: true, value: /^[^=]+$/ }
    return [
      { ...habit, on: / cases (create|update|list)$/, here: [`--custom-field ${name}={value}`] },
      { ...habit, on: / runs create$/, here: [`--cases ${name}={value}`], drops: ['--all-cases'] },
    ]
  }),
  {
    typed: ['--description'],
    takes: true,
    on: / cases (create|update)$/,
    here: ['--custom-field description={value}'],
  },
  {
    typed: ['--expected', '--expect', '--expectation', '--expected-result', '--result'],
    takes: true,
    on: / cases (create|update)$/,
    here: ["write the expectation into the step: --step 'Open the page => The form is shown'"],
  },
  {
    typed: [...texts, '--filter', '--where', '--selector'],
    takes: true,
    on: / runs create$/,
    value: /./,
    here: ['testctl cases list --search {value} --quiet | {line} --cases -'],
    drops: ['--all-cases'],
  },
  { typed: [...texts, ...titles, ...filters], takes: true, on: / list$/, value: /./, here: ['--search {value}'] },
  { typed: titles, takes: true, here: ['--name {value}'] },
  // A field is a text here; gh reads JSON.
  {
    typed: ['-F'],
    takes: true,
    on: /^testctl api/,
    value: /=(\[.*\]|\{.*\}|true|false|null)$/s,
    here: ['a field is a text; JSON goes into --input: testctl api --help'],
  },
  { typed: ['-F'], takes: true, on: /^testctl api/, here: ['--field {value}'] },
]
