import { firstLine } from '../text/first-line.ts'
import type { Property } from '../outcome.ts'
import type { Element } from '../xml/index.ts'

/**
 * A suite or a test of NUnit that is being read: why it failed or was not run, its properties, whether a test in it failed (`failed`),
 * and whether it reports a failure of its own (`fails`).
 */
export type NunitNode = {
  element: Element
  message: string
  text: string
  properties: Property[]
  failed: boolean
  fails: boolean
}

/** Adds an element that belongs to the node itself, and not to an assertion or a test in it. */
export const addText = (
  node: NunitNode,
  { element, within }: { element: Element; within: readonly Element[] },
): void => {
  const { name, attributes, text } = element
  if (name === 'failure' && within.at(-1) === node.element) node.fails = true
  if (within.at(-2) !== node.element) return
  const property = attributes['name'] ?? ''
  if (name === 'message') node.message ||= text.trim()
  else if (name === 'stack-trace') node.text ||= text.trim()
  else if (name === 'category') node.properties.push({ name: 'tag', value: property })
  // Properties that NUnit uses itself begin with an underscore.
  else if (name === 'property' && property && !property.startsWith('_'))
    node.properties.push({ name: property === 'Category' ? 'tag' : property, value: attributes['value'] ?? '' })
}

/** Returns why a suite failed; undefined if it did not, or if it failed because of a test in it or of the suite around it. */
export const ownFailureOf = ({ element, message, text, failed }: NunitNode): string | undefined => {
  const { result = '', site = '' } = element.attributes
  if (!failedResults.has(result) || ofAnother.has(site) || childFailed.test(message)) return undefined
  // Each test reports a failed setup of its suite; no test reports a failed teardown.
  if (failed && site !== 'TearDown') return undefined
  if (message || text) return `failed outside of its tests: ${firstLine(message || text)}`
  // Version 2 does not say why a teardown failed. DECISIONS 528
  return element.attributes['success'] === 'False' ? 'failed outside of its tests' : undefined
}

const failedResults = new Set(['Failed', 'Failure', 'Error', 'NotRunnable', 'Invalid'])
const ofAnother = new Set(['Child', 'Parent'])
const childFailed = /^(one or more )?child tests? (failed|had errors)/i
