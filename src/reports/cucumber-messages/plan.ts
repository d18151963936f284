import { type Fields, jsonFields, jsonList, jsonText } from '../json/value.ts'

/** A scenario that is planned to run: its suite and file, its tags, and its steps and hooks by their ids. */
export type TestCase = {
  name: string
  suite: readonly string[]
  file: string | undefined
  tags: string[]
  steps: ReadonlyMap<unknown, { name: string; isStep: boolean }>
}

/** Collects features, scenarios, hooks and test cases from the messages that announce them. */
export const createPlan = () => {
  const suites = new Map<unknown, readonly string[]>()
  const keywords = new Map<unknown, string>()
  const hooks = new Map<unknown, string>()
  const pickles = new Map<unknown, Fields>()
  const testCases = new Map<unknown, TestCase>()

  const takeSteps = (steps: unknown): void => {
    for (const step of jsonList(steps).map(jsonFields)) keywords.set(step['id'], jsonText(step['keyword']) ?? '')
  }
  const takeChildren = (children: unknown, suite: readonly string[]): void => {
    for (const child of jsonList(children).map(jsonFields)) {
      const [background, scenario, rule] = [child['background'], child['scenario'], child['rule']].map(jsonFields)
      takeSteps(background?.['steps'])
      takeSteps(scenario?.['steps'])
      if (scenario?.['id'] !== undefined) suites.set(scenario['id'], suite)
      const name = jsonText(rule?.['name'])
      if (rule?.['children'] !== undefined) takeChildren(rule['children'], name ? [...suite, name] : suite)
    }
  }
  const nameOfStep = (step: Fields | undefined): string => {
    const [id] = jsonList(step?.['astNodeIds'])
    return `${keywords.get(id) ?? ''}${jsonText(step?.['text']) ?? ''}`.trim()
  }
  const takeTestCase = (testCase: Fields): void => {
    const pickle = pickles.get(testCase['pickleId']) ?? {}
    const pickleSteps = new Map(jsonList(pickle['steps']).map((step) => [jsonFields(step)['id'], jsonFields(step)]))
    const [scenario] = jsonList(pickle['astNodeIds'])
    const steps = new Map<unknown, { name: string; isStep: boolean }>()
    for (const { id, pickleStepId, hookId } of jsonList(testCase['testSteps']).map(jsonFields)) {
      const isStep = jsonText(pickleStepId) !== undefined
      steps.set(id, {
        isStep,
        name: isStep ? nameOfStep(pickleSteps.get(pickleStepId)) : (hooks.get(hookId) ?? 'a hook'),
      })
    }
    testCases.set(testCase['id'], {
      name: jsonText(pickle['name']) ?? '',
      suite: suites.get(scenario) ?? [],
      file: jsonText(pickle['uri']),
      tags: jsonList(pickle['tags']).flatMap((tag) => jsonText(jsonFields(tag)['name']) ?? []),
      steps,
    })
  }
  return {
    take: (kind: string, message: Fields): void => {
      if (kind === 'gherkinDocument') {
        const feature = jsonFields(message['feature'])
        const name = jsonText(feature['name'])
        takeChildren(feature['children'], name ? [name] : [])
      } else if (kind === 'pickle') pickles.set(message['id'], message)
      else if (kind === 'hook') hooks.set(message['id'], hookOf(message))
      else if (kind === 'testCase') takeTestCase(message)
    },
    testCase: (id: unknown): TestCase | undefined => testCases.get(id),
    /** Frees a test case that has ended. */
    forget: (id: unknown): void => {
      testCases.delete(id)
    },
  }
}

const hookOf = ({ name, type }: Fields): string => {
  const kind = kinds.get(jsonText(type) ?? '') ?? 'a hook'
  const own = jsonText(name)
  return own === undefined ? kind : `${kind} ${own}`
}

const kinds = new Map([
  ['BEFORE_TEST_RUN', 'BeforeAll'],
  ['AFTER_TEST_RUN', 'AfterAll'],
  ['BEFORE_TEST_CASE', 'Before'],
  ['AFTER_TEST_CASE', 'After'],
  ['BEFORE_TEST_STEP', 'BeforeStep'],
  ['AFTER_TEST_STEP', 'AfterStep'],
])
