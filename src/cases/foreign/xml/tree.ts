import type { Element, Visitor } from '../../../reports/documents.ts'

/** An element of an XML file with everything in it. */
export type XmlNode = Pick<Element, 'name' | 'attributes' | 'line' | 'text'> & { children: XmlNode[] }

type Listener = {
  /** The elements that are handed over whole: one holds a case, so that memory does not grow with the file. */
  parts: ReadonlySet<string>
  part: (node: XmlNode, within: readonly Element[]) => void
  open?: (element: Element, within: readonly Element[]) => void
  close?: (element: Element, within: readonly Element[]) => void
}

/** A visitor that hands over some elements of an XML file as trees, and of the others their beginning and end. */
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

export const childOf = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node?.children.find((child) => child.name === name)

export const childrenOf = (node: XmlNode | undefined, name: string): XmlNode[] =>
  node?.children.filter((child) => child.name === name) ?? []

/** The text of a child; empty where there is none. */
export const childText = (node: XmlNode | undefined, name: string): string => childOf(node, name)?.text ?? ''

/** All texts in an element and below it, a line each. */
export const textsWithin = (node: XmlNode): string =>
  [node.text.trim(), ...node.children.map(textsWithin)].filter(Boolean).join('\n')
