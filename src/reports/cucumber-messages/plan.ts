import { fieldsOf, listOf, textOf } from '../json/value.ts'

type Fields = Readonly<Record<string, unknown>>

/** A scenario as it is to run: where it stands, its tags, and its steps and hooks by their ids. */
export type TestCase = {
  name: string
  suite: readonly string[]
  file: string | undefined
  tags: string[]
  steps: ReadonlyMap<unknown, { name: string; isStep: boolean }>
}

/** What messages say of features, scenarios and test cases before they run. */
export const createPlan = () => {
  const suites = new Map<unknown, readonly string[]>()
  const keywords = new Map<unknown, string>()
  const hooks = new Map<unknown, string>()
  const pickles = new Map<unknown, Fields>()
  const testCases = new Map<unknown, TestCase>()

  const takeSteps = (steps: unknown): void => {
    for (const step of listOf(steps).map(fieldsOf)) keywords.set(step['id'], textOf(step['keyword']) ?? '')
  }
  const takeChildren = (children: unknown, suite: readonly string[]): void => {
    for (const child of listOf(children).map(fieldsOf)) {
      const [background, scenario, rule] = [child['background'], child['scenario'], child['rule']].map(fieldsOf)
      takeSteps(background?.['steps'])
      takeSteps(scenario?.['steps'])
      if (scenario?.['id'] !== undefined) suites.set(scenario['id'], suite)
      const name = textOf(rule?.['name'])
      if (rule?.['children'] !== undefined) takeChildren(rule['children'], name ? [...suite, name] : suite)
    }
  }
  const nameOfStep = (step: Fields | undefined): string => {
    const [id] = listOf(step?.['astNodeIds'])
    return `${keywords.get(id) ?? ''}${textOf(step?.['text']) ?? ''}`.trim()
  }
  const takeTestCase = (testCase: Fields): void => {
    const pickle = pickles.get(testCase['pickleId']) ?? {}
    const pickleSteps = new Map(listOf(pickle['steps']).map((step) => [fieldsOf(step)['id'], fieldsOf(step)]))
    const [scenario] = listOf(pickle['astNodeIds'])
    const steps = new Map<unknown, { name: string; isStep: boolean }>()
    for (const { id, pickleStepId, hookId } of listOf(testCase['testSteps']).map(fieldsOf)) {
      const isStep = textOf(pickleStepId) !== undefined
      steps.set(id, {
        isStep,
        name: isStep ? nameOfStep(pickleSteps.get(pickleStepId)) : (hooks.get(hookId) ?? 'a hook'),
      })
    }
    testCases.set(testCase['id'], {
      name: textOf(pickle['name']) ?? '',
      suite: suites.get(scenario) ?? [],
      file: textOf(pickle['uri']),
      tags: listOf(pickle['tags']).flatMap((tag) => textOf(fieldsOf(tag)['name']) ?? []),
      steps,
    })
  }
  return {
    take: (kind: string, message: Fields): void => {
      if (kind === 'gherkinDocument') {
        const feature = fieldsOf(message['feature'])
        const name = textOf(feature['name'])
        takeChildren(feature['children'], name ? [name] : [])
      } else if (kind === 'pickle') pickles.set(message['id'], message)
      else if (kind === 'hook') hooks.set(message['id'], hookOf(message))
      else if (kind === 'testCase') takeTestCase(message)
    },
    testCase: (id: unknown): TestCase | undefined => testCases.get(id),
    /** Lets go of a test case that has ended. */
    forget: (id: unknown): void => {
      testCases.delete(id)
    },
  }
}

const hookOf = ({ name, type }: Fields): string => {
  const kind = kinds.get(textOf(type) ?? '') ?? 'a hook'
  const own = textOf(name)
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
