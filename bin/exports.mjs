// Simplifies the exports between the files of the bundle.
import { parseAst } from 'rolldown/parseAst'

/**
 * Replaces the getter functions by which rolldown exports values to other files with the values themselves: a start would compile,
 * create and call a hundred of them. A value keeps its getter if anything of the same name is assigned to later. DECISIONS 300
 */
export const exportValues = (code) => {
  if (code.search(getter) < 0) return code
  const { body } = parseAst(code)
  const last = body.at(-1)
  const assigned = new Set()
  visit(body, ({ type, left, argument }) => {
    const target = {
      AssignmentExpression: left,
      UpdateExpression: argument,
      ForInStatement: left,
      ForOfStatement: left,
    }[type]
    if (target) visit(target, (node) => node.type === 'Identifier' && assigned.add(node.name))
  })
  const exported = code
    .slice(last.start)
    .replace(getter, (whole, name, value) => (assigned.has(value) ? whole : `exports.${name}=${value}`))
  return code.slice(0, last.start) + exported
}

const getter = /Object\.defineProperty\(exports,"([\w$]+)",\{enumerable:!0,get:function\(\)\{return ([\w$]+)\}\}\)/g

const visit = (node, see) => {
  if (Array.isArray(node)) return node.forEach((one) => visit(one, see))
  if (typeof node?.type !== 'string') return
  see(node)
  for (const child of Object.values(node)) if (typeof child === 'object') visit(child, see)
}
