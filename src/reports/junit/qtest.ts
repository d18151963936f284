import type { Element } from '../xml/index.ts'

/** Whether an element shows that Qt wrote the report. */
export const isQt = ({ name, attributes }: Pick<Element, 'name' | 'attributes'>): boolean =>
  name === 'property' && attributes['name'] === 'QTestVersion'

/**
 * Converts a comment of Qt 5 in a `<testcase>`, which says that the test was skipped and why, to a `<skipped>` element. Undefined for
 * any other comment, and in a test with a result: then only a row of its data was skipped.
 */
export const isSkip = (comment: string, test: Element | undefined): Element | undefined => {
  if (test?.name !== 'testcase' || test.attributes['result'] !== undefined) return undefined
  if (!/\stype="skip"\s*$/.test(comment)) return undefined
  const [, message = ''] = /\smessage="([^"]*)"/.exec(comment) ?? []
  return { name: 'skipped', attributes: { message: unescape(message) }, line: test.line, text: '' }
}

// Qt escapes even the minus sign, because a comment cannot contain `--`.
const unescape = (text: string): string =>
  text
    .replace(/&#x([\da-f]{1,5});/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => characters.get(name) ?? '')

const characters = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['amp', '&'],
])
