// What the files of the bundle give to each other.
import { parseAst } from 'rolldown/parseAst'

/**
 * Makes of the functions, by which rolldown exports what several files share, the values that they give: a start would compile,
 * make and call a hundred of them. What is assigned to later, under any name that is the same, keeps its function. DECISIONS 300
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
