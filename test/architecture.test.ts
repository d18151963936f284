import { expect, test } from 'vitest'
import { type Import, imports } from './imports.ts'

// The layer rules of the design, as a table: who may import what. `type` imports are free.
/** A rule is broken by an import of a value `from` these files `to` those, unless it is among the exceptions. */
type Rule = { rule: string; from: RegExp; to: RegExp; except?: RegExp; kinds?: Import['kind'][] }

const rules: Rule[] = [
  { rule: 'contract imports zod and itself', from: /^contract\//, to: /^(?!zod\/mini$|contract\/)/ },
  { rule: 'vocabulary imports nothing', from: /^contract\/vocabulary/, to: /./, kinds: ['value', 'type', 'dynamic'] },
  {
    rule: 'commands import no layer that costs anything',
    from: /^commands\//,
    to: /^(wire|service|store|care|doctor|reports|submission|verdict|topics\/(?!names)|child|jq|contract\/(?!vocabulary)|completions\/installation|config\/storage|output\/(table|tables|screen|item|fitting|palette|width))/,
  },
  {
    rule: 'the service never sees a request',
    from: /^service\//,
    to: /^(wire|commands|output|config|context|io|program|main)/,
  },
  {
    rule: 'the wire never sees a row',
    from: /^wire\//,
    to: /^(service|store|commands|output|config|context|program|main)/,
  },
  {
    rule: 'the store never sees a resource',
    from: /^store\//,
    to: /^(contract|wire|service|commands|output|config|context|program|main)/,
  },
  {
    rule: 'reports never see the service',
    from: /^reports\//,
    to: /^(contract|wire|service|store|submission|verdict|commands|output|config|context|program|main)/,
  },
  {
    rule: 'submissions and verdicts know the Api, not what is behind it',
    from: /^(submission|verdict)\//,
    to: /^(wire|service|store|commands|output|config|context|program|main)/,
  },
  {
    rule: 'a server knows the wire and the contract, and of the service its types only',
    from: /^server\//,
    to: /^(service|store|reports|submission|verdict|commands|output|config|context|io|program|main)/,
  },
  {
    rule: 'care of a store sees rows, and neither the service nor what is typed',
    from: /^care\//,
    to: /^(contract|wire|server|service|reports|submission|verdict|commands|output|config|context|io|program|main)/,
  },
  {
    rule: 'the manual is written from the command tree and the topics',
    from: /^docs\//,
    to: /^(?!docs\/|topics\/|flags|help|usage)/,
  },
  { rule: 'nobody needs the manual to run', from: /^(?!docs\/)/, to: /^docs\// },
  { rule: 'files know of the platform alone', from: /^files\//, to: /^(?!files\/|node:)/ },
  { rule: 'topics are text', from: /^topics\//, to: /^(?!topics\/|errors|output\/(wrap|ruler))/ },
  {
    rule: 'the doctor looks at everything, and neither at what is typed nor at who asks',
    from: /^doctor\//,
    to: /^(server|service|care|reports|submission|verdict|commands|context|composition|io|program|main)/,
  },
  {
    rule: 'jq sees text, and neither what it is nor whose',
    from: /^jq\//,
    to: /^(contract|wire|service|store|submission|verdict|commands|config|context|program|main)/,
  },
  { rule: 'nobody imports commands but program', from: /^(?!program\.ts$|commands\/)/, to: /^commands\// },
  {
    rule: 'names are learned from the Api, and know neither what is behind it nor what is typed',
    from: /^names\//,
    to: /^(wire|service|store|commands|completions|output|config|context|io|program|main)/,
  },
  // tree draws what main starts, for the build.
  { rule: 'nobody imports context as a value but main', from: /^(?!(main|tree)\.ts$)/, to: /^context\.ts$/ },
  { rule: 'nobody imports program but main', from: /^(?!(main|tree)\.ts$)/, to: /^program\.ts$/ },
  { rule: 'nobody imports tree', from: /./, to: /^tree\.ts$/ },
  { rule: 'nobody imports composition but context', from: /^(?!context\.ts$|composition\/)/, to: /^composition\// },
  {
    rule: 'dynamic imports are in the composition root',
    from: /^(?!context\.ts$|composition\/)/,
    to: /./,
    // Which engine a store needs is known when its address has been read.
    except: /^store\/postgres\/driver\.ts$/,
    kinds: ['dynamic'],
  },
  ...Object.entries({
    undici: /^wire\/(undici|proxy)\.ts$/,
    conf: /^config\/storage\.ts$/,
    'cli-table3': /^output\/table\.ts$/,
    chalk: /^output\/palette\.ts$/,
    'string-width': /^output\/width\.ts$/,
    saxes: /^reports\/(junit|xml)\.ts$/,
    tinyglobby: /^reports\/files\.ts$/,
    execa: /^child\.ts$/,
    'jq-wasm': /^jq\/engine\.ts$/,
    pg: /^store\/postgres\//,
    pino: /^server\/log\.ts$/,
    'prom-client': /^server\/metrics\.ts$/,
    kysely: /^(store|service|care)\//,
    commander: /^(main|program|flags)\.ts$|^commands\//,
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
})
