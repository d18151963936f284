import { relative, resolve } from 'node:path'
import { UsageError } from '../../../errors.ts'
import { decode, type Source } from '../../../reports/documents.ts'
import { numberedSource } from '../export-name.ts'
import { createForeignDraft, type ForeignDraft, type ForeignReader } from '../foreign-case.ts'
import { putField } from '../fields.ts'
import type { Tally } from '../loss/tally.ts'
import { commentsByScenario, lastLineOf } from './comments.ts'
import {
  type FeatureFile,
  type GherkinBackground,
  type GherkinFeature,
  type GherkinRule,
  type GherkinScenario,
  parseFeature,
} from './parse.ts'
import { dedented, stepsOfScenario, textOfBackground, textOfExamples } from './text.ts'

/**
 * Reads a feature file: one case for each scenario. Its id is the path of the file, from the folder where testctl runs, and the name
 * of the scenario. A scenario outline is one case with its examples. DECISIONS 221, 222, 234
 */
export const readGherkin = (cwd: string): ForeignReader =>
  async function* (source, tally) {
    if (source.name === '-')
      throw new UsageError('a feature file is known by its path, and stdin has none', { hint: 'name the file' })
    const file = parseFeature(source.name, await textOf(source))
    const path = relative(cwd, resolve(cwd, source.name)).replaceAll('\\', '/')
    yield draftsOf(file, { path, tally })
  }

const textOf = async (source: Source): Promise<string> => {
  let text = ''
  for await (const piece of decode(source)) {
    text += piece
    if (text.length > longest)
      throw new UsageError(`${source.name} is too large for a feature file`, { hint: 'split it' })
  }
  return text
}

const longest = 16 * 1024 * 1024

/** A scenario with its rule, and the backgrounds that apply to it. */
type Found = { scenario: GherkinScenario; rule?: GherkinRule; backgrounds: readonly GherkinBackground[] }

/** A part of a feature, and the number of its last line. */
type Part = { lastLine: number; found?: Found; scenario?: GherkinScenario }

const draftsOf = (file: FeatureFile, { path, tally }: { path: string; tally: Tally }): ForeignDraft[] => {
  const { feature } = file
  if (!feature) return []
  tellUncarried(feature, 'feature', tally)
  const parts = partsOfFeature(feature, tally)
  const comments = commentsByScenario(file, parts)
  for (const { line } of comments.get(undefined) ?? []) tally.loss('comment', `line ${line}`)
  const counts = new Map<string, number>()
  return parts.flatMap(({ found }): ForeignDraft[] => {
    if (!found) return []
    const draft = draftOf(found, { file, feature, tally })
    const said = (comments.get(found.scenario) ?? []).map(({ text }) => text)
    putField(draft, tally, { from: 'comment', to: 'comments', value: said.join('\n') })
    draft.id = idOf(found, path, counts)
    return [draft]
  })
}

/** Builds the id of a scenario: `features/login.feature#Rule › Scenario`; the second one of that name in a file gets a number. */
const idOf = ({ scenario, rule }: Found, path: string, counts: Map<string, number>): string | undefined => {
  if (scenario.name === '') return undefined
  const id = `${path}#${[rule?.name, scenario.name].filter(Boolean).join(' › ')}`
  const count = (counts.get(id) ?? 0) + 1
  counts.set(id, count)
  return numberedSource(id, count)
}

const partsOfFeature = (feature: GherkinFeature, tally: Tally): Part[] => {
  const parts: Part[] = [{ lastLine: feature.location.line }]
  const add = (children: GherkinFeature['children'], { rule, backgrounds: outer }: Omit<Found, 'scenario'>): void => {
    let backgrounds = outer
    for (const child of children) {
      const { background, scenario } = child
      if (background) backgrounds = [...backgrounds, background]
      if (background) parts.push({ lastLine: lastLineOf(background) })
      if (scenario) {
        const found = { scenario, ...(rule && { rule }), backgrounds }
        parts.push({ lastLine: lastLineOf(scenario), found, scenario })
      }
      if (child.rule) {
        tellUncarried(child.rule, 'rule', tally)
        parts.push({ lastLine: child.rule.location.line })
        add(child.rule.children, { rule: child.rule, backgrounds })
      }
    }
  }
  add(feature.children, { backgrounds: [] })
  return parts
}

/** Reports the description of a feature or rule that has no scenario to carry it. */
const tellUncarried = (part: GherkinFeature | GherkinRule, word: 'feature' | 'rule', tally: Tally): void => {
  if (part.description.trim() && !hasScenario(part)) tally.loss(`${word} description`, `line ${part.location.line}`)
}

const hasScenario = ({ children }: { children: GherkinFeature['children'] }): boolean =>
  children.some(({ scenario, rule }) => scenario !== undefined || (rule !== undefined && hasScenario(rule)))

type Reading = { file: FeatureFile; feature: GherkinFeature; tally: Tally }

const draftOf = ({ scenario, rule, backgrounds }: Found, { file, feature, tally }: Reading): ForeignDraft => {
  const draft = createForeignDraft(scenario.location.line)
  const { lines } = file
  draft.name = scenario.name
  tally.field(scenario.keyword, 'name')
  draft.preconditions = backgrounds.map((one) => textOfBackground(one, lines)).join('\n\n')
  for (const { keyword } of backgrounds) tally.field(keyword, 'preconditions')
  draft.steps = stepsOfScenario(scenario, lines)
  for (const _ of scenario.steps) tally.field('step', 'steps')
  const section = [feature.name, rule?.name].filter(Boolean).join(' › ')
  putField(draft, tally, { from: feature.keyword, to: 'section', value: section })
  const tags = [...feature.tags, ...(rule?.tags ?? []), ...scenario.tags].map(({ name }) => name.slice(1))
  putField(draft, tally, { from: 'tag', to: 'tags', value: [...new Set(tags)].join(', ') })
  putField(draft, tally, { from: 'description', value: dedented(scenario.description) })
  putField(draft, tally, { from: 'feature description', value: dedented(feature.description) })
  putField(draft, tally, { from: 'rule description', value: dedented(rule?.description ?? '') })
  putField(draft, tally, { from: 'Examples', to: 'examples', value: textOfExamples(scenario, lines) })
  return draft
}
