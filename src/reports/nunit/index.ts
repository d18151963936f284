import { nunitCase } from './case.ts'
import type { Taker } from '../report-format.ts'
import { ownFailureOf, addText, type NunitNode } from './node.ts'
import { unknown } from '../unknown-result.ts'
import type { Element, Visitor } from '../xml/index.ts'
import { xmlFormat } from '../xml/format.ts'

/**
 * The XML of NUnit, of version 3 (`test-run`) and of version 2 (`test-results`). A failure of a suite that belongs to none of
 * its tests (a teardown, an assembly that did not load) is dropped, with the suite's name. DECISIONS 46
 */
export const nunit = xmlFormat({
  key: 'nunit',
  roots: ['test-run', 'test-results'],
  createVisitor: (taker) => visit(taker),
})

const texts = new Set(['message', 'stack-trace'])

const visit = ({ report, found, drop }: Taker): Visitor => {
  // The open suites, and perhaps a test in the last of them.
  const open: NunitNode[] = []
  const endCase = (node: NunitNode): void => {
    const outcome = nunitCase(node, { suites: open.map(({ element }) => element), report })
    const { attributes, line } = node.element
    if (outcome) found(outcome)
    else drop({ reason: unknown('result', attributes['result']), line, name: attributes['name'], isTest: true })
    if (outcome?.result === 'failed') for (const suite of open) suite.failed = true
  }
  const endSuite = (node: NunitNode): void => {
    const { attributes, line } = node.element
    const reason = ownFailureOf(node)
    if (!reason) return
    drop({ reason, line, name: attributes['name'] })
    // In version 2 the suites around it failed because of it, but do not say so.
    if (attributes['success'] !== undefined) for (const suite of open) suite.failed = true
  }
  return {
    texts,
    open: (element) => {
      if (isNode(element)) open.push({ element, message: '', text: '', properties: [], failed: false, fails: false })
    },
    close: (element, within) => {
      const node = open.at(-1)
      if (!node) return
      if (node.element !== element) return addText(node, { element, within })
      open.pop()
      if (element.name === 'test-case') endCase(node)
      else endSuite(node)
    },
  }
}

const isNode = ({ name }: Element): boolean => name === 'test-suite' || name === 'test-case'
