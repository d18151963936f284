import type { Element, Visitor } from '../../../reports/documents.ts'

/** An element of an XML file with everything in it. */
export type XmlNode = Pick<Element, 'name' | 'attributes' | 'line' | 'text'> & { children: XmlNode[] }

type Listener = {
  /** The elements that are passed on as whole trees. Each holds one case, so that memory does not grow with the file. */
  parts: ReadonlySet<string>
  part: (node: XmlNode, within: readonly Element[]) => void
  open?: (element: Element, within: readonly Element[]) => void
  close?: (element: Element, within: readonly Element[]) => void
}

/** Creates a visitor that passes on some elements of an XML file as trees, and the start and end of the others. */
export const visitParts = ({ parts, part, open, close }: Listener): Visitor => {
  const nodes: XmlNode[] = []
  return {
    texts: { has: () => true },
    open: (element, within) => {
      if (nodes.length === 0 && !parts.has(element.name)) return open?.(element, within)
      const { name, attributes, line } = element
      const node: XmlNode = { name, attributes, line, text: '', children: [] }
      nodes.at(-1)?.children.push(node)
      nodes.push(node)
    },
    close: (element, within) => {
      const node = nodes.pop()
      if (!node) return close?.(element, within)
      node.text = element.text
      if (nodes.length === 0) part(node, within)
    },
  }
}

/** Returns the first child of this name. */
export const childOf = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node?.children.find((child) => child.name === name)

/** Returns all children of this name. */
export const childrenOf = (node: XmlNode | undefined, name: string): XmlNode[] =>
  node?.children.filter((child) => child.name === name) ?? []

/** Returns the text of a child; empty if the node does not have it. */
export const childText = (node: XmlNode | undefined, name: string): string => childOf(node, name)?.text ?? ''

/** Returns all texts in and below an element, one per line. */
export const textsWithin = (node: XmlNode): string =>
  [node.text.trim(), ...node.children.map(textsWithin)].filter(Boolean).join('\n')
