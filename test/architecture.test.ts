import { expect, test } from 'vitest'
import { type Import, imports } from './imports.ts'

// The layer rules of the design, as a table: who may import what. `type` imports are free.
/** A rule is broken by an import of a value `from` these files `to` those, unless it is among the exceptions. */
type Rule = { rule: string; from: RegExp; to: RegExp; except?: RegExp; kinds?: Import['kind'][] }

const rules: Rule[] = [
  {
    rule: 'the contract imports zod, a hash, the errors and itself',
    from: /^contract\//,
    to: /^(?!zod\/mini$|node:crypto$|contract\/|errors\.ts$)/,
  },
  { rule: 'pieces of pages import nothing of ours', from: /^html\//, to: /^(?!html\/|node:crypto$)/ },
  {
    rule: 'the vocabulary imports nothing',
    from: /^contract\/vocabulary/,
    to: /./,
    kinds: ['value', 'type', 'dynamic'],
  },
  {
    rule: 'commands import no layer that costs anything',
    from: /^commands\//,
    to: /^(wire|service|store|server|doctor|cases\/(?!case-content|systems)|submission|runs|execute|docs\/(?!topics\/names)|system\/child-process|contract\/(?!vocabulary|identifiers|roles|pagination|newest-first|made-changes|case-texts|pages\/tests-of-run|report-formats|precondition\/index)|completions\/installation|config\/profiles\/storage|output\/(screen|table|details|jq|style\/palette|text\/unicode-width))/,
  },
  { rule: 'the service never sees a request', from: /^service\//, to: /^(wire|output|config|system\/io)/ },
  { rule: 'the wire never sees a row', from: /^wire\//, to: /^(service|store|output|config)\// },
  {
    rule: 'the store never sees a resource',
    from: /^store\//,
    to: /^(contract|wire|server|service|reports|submission|runs|output|config|system\/io)/,
  },
  {
    rule: 'reports never see the service',
    from: /^reports\//,
    to: /^(contract\/(?!report-formats)|wire|service|store|submission|runs|output|config)/,
  },
  {
    rule: 'submissions and runs know the Api, not the service behind it',
    from: /^(submission|runs)\//,
    to: /^(wire|service|store|output\/(?!text\/|style\/|writer|cells\/|printer|live\/)|config)/,
  },
  {
    rule: 'files of cases know the Api, not the service behind it',
    from: /^cases\//,
    to: /^(wire|service|store|output\/(?!text\/|style\/|cells\/)|config|reports\/(?!documents)|submission\/(?!journal\/(index|directory)))/,
  },
  {
    rule: 'an execution knows the Api and the terminal, not the service behind it',
    from: /^execute\//,
    to: /^(wire|service|store|server|reports|config|commands|submission\/(?!journal\/(index|directory))|output\/(?!text\/|style\/|cells\/|live\/|status-line\/))/,
  },
  {
    rule: 'runs know nothing of submissions',
    from: /^runs\//,
    to: /^submission\//,
    kinds: ['value', 'type', 'dynamic'],
  },
  {
    rule: 'a server knows the wire and the contract, of the service its types only, and of runs what its pages show',
    from: /^server\//,
    to: /^(service|store|reports|submission|runs\/(?!report\/site\.ts)|output|config|system\/io)/,
  },
  {
    rule: 'documents are written from the command tree',
    from: /^docs\/generator\//,
    to: /^(?!docs\/|cli\/)/,
  },
  { rule: 'no command needs the generator of documents', from: /^(?!docs\/generator\/)/, to: /^docs\/generator\// },
  {
    rule: 'the system knows the errors and itself',
    from: /^system\//,
    to: /^(?!system\/|errors\.ts$|\.\.\/package\.json$|node:|execa$)/,
  },
  {
    rule: 'topics are text',
    from: /^docs\/topics\//,
    to: /^(?!docs\/topics\/|errors|output\/text\/|system\/ci-systems|cli\/flags|contract\/report-formats)/,
  },
  {
    rule: 'the doctor looks at everything but what is typed',
    from: /^doctor\//,
    to: /^(server|service|store\/maintenance|reports|submission|runs|composition|system\/io)/,
  },
  { rule: 'jq sees text', from: /^output\/jq\//, to: /^(?!output\/jq\/|system\/|errors|node:|jq-wasm)/ },
  {
    rule: 'names for Tab are learned from the Api',
    from: /^completions\/cache\//,
    to: /^(wire|service|store|completions\/(?!cache\/)|output|config|system\/io)/,
  },
  {
    rule: 'only program imports commands',
    from: /^(?!program\.ts$|commands\/)/,
    to: /^commands\//,
    kinds: ['value', 'type', 'dynamic'],
  },
  {
    rule: 'program knows the nouns, not their verbs',
    from: /^program\.ts$/,
    to: /^commands\/(?!index\.ts$)/,
    kinds: ['value', 'type', 'dynamic'],
  },
  // tree.ts draws the command tree of the program that main starts, for the build.
  { rule: 'only main imports the composition', from: /^(?!(main|tree)\.ts$|composition\/)/, to: /^composition\// },
  { rule: 'only main imports program', from: /^(?!(main|tree)\.ts$)/, to: /^program\.ts$/ },
  { rule: 'only the build imports tree', from: /./, to: /^tree\.ts$/ },
  {
    rule: 'dynamic imports are in the composition',
    from: /^(?!composition\/)/,
    to: /./,
    // The engine of a store is known only after its address is parsed, and whether a report is a glob only when it is looked at.
    except: /^(store\/(index|postgres\/session)|reports\/files\/find)\.ts$/,
    kinds: ['dynamic'],
  },
  // The doors of each room (top-level folder): the only files in it that other rooms may import. In completions, config, contract,
  // output, system and wire every file is a door, because there it matters what an import loads.
  ...Object.entries({
    cases: 'index|case-content|systems|foreign/(gherkin/)?index',
    doctor: 'index',
    docs: 'topics/(index|names)',
    execute: 'index',
    reports: 'index|documents|display-name|json/fault|(ctrf|junit)/writer',
    runs: 'index|read|gone-run|line-parts|comment-marker|named-before|report/(index|site)',
    server: '(dashboard/)?index',
    service: 'index|auth/(keys|key-cache)',
    store:
      'index|table-types|migrations|joint-work|prepared|sizes|address|maintenance/index|sqlite/(?!transactions).*|postgres/examine',
    submission: 'index|journal/index',
  }).map(([room, doors]): Rule => ({
    rule: `${room} is entered by its doors`,
    from: new RegExp(`^(?!${room}/|composition/)`),
    to: new RegExp(`^${room}/(?!(${doors})\\.ts$)`),
  })),
  ...Object.entries({
    undici: /^wire\/network\/(pool|proxy)\.ts$/,
    conf: /^config\/profiles\/storage\.ts$/,
    'cli-table3': /^output\/table\/writer\.ts$/,
    chalk: /^output\/style\/palette\.ts$/,
    'string-width': /^output\/text\/unicode-width\.ts$/,
    saxes: /^reports\/xml\/index\.ts$/,
    tinyglobby: /^reports\/files\/find\.ts$/,
    execa: /^system\/child-process\.ts$/,
    yaml: /^cases\/yaml\/(parse|write)\.ts$/,
    'mdast-util-from-markdown': /^cases\/markdown\/tree\.ts$/,
    'csv-parse': /^cases\/csv\/rows\.ts$/,
    '@cucumber/gherkin': /^cases\/foreign\/gherkin\/parse\.ts$/,
    htmlparser2: /^cases\/foreign\/html\/index\.ts$/,
    'jq-wasm': /^output\/jq\/engine\.ts$/,
    pg: /^store\/postgres\//,
    cookie: /^server\/dashboard\/cookies\.ts$/,
    pino: /^server\/monitoring\/log\.ts$/,
    'prom-client': /^server\/monitoring\/metrics\.ts$/,
    uuid: /^service\/rows\/new-id\.ts$/,
    kysely: /^(store|service)\//,
    commander: /^(main|program)\.ts$|^(commands|cli)\//,
  }).map(([name, owner]): Rule => ({
    rule: `${name} has one owner`,
    from: /./,
    to: new RegExp(`^${name}($|/)`),
    except: owner,
    kinds: ['value', 'dynamic'],
  })),
]

const breaches = (all: ReadonlyMap<string, readonly { to: string; kind: Import['kind'] }[]>): string[] =>
  rules.flatMap(({ rule, from, to, except, kinds = ['value', 'dynamic'] }) =>
    [...all]
      .filter(([file]) => from.test(file) && !except?.test(file))
      .flatMap(([file, found]) =>
        found
          .filter((one) => kinds.includes(one.kind) && to.test(one.to))
          .map((one) => `${rule}: ${file} imports ${one.to}`),
      ),
  )

test('every layer imports only what it may', () => {
  expect(breaches(imports)).toEqual([])
})

test('the rules catch what they forbid', () => {
  const planted = new Map([['service/planted.ts', [{ to: 'wire/expose.ts', kind: 'value' as const }]]])
  expect(breaches(planted)).toEqual(['the service never sees a request: service/planted.ts imports wire/expose.ts'])
  const besideTheDoor = new Map([['server/planted.ts', [{ to: 'service/rows/lookup.ts', kind: 'value' as const }]]])
  expect(breaches(besideTheDoor)).toContain(
    'service is entered by its doors: server/planted.ts imports service/rows/lookup.ts',
  )
})
