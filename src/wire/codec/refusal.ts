import type { Issue } from '../../errors.ts'
import type { Response } from '../message.ts'
import { parseJson } from './json.ts'

/** The message of a refusal, and the fields that it names. */
type Refusal = { message: string | undefined; issues: Issue[] | undefined }

/**
 * Reads the message and the issues from the body of a refusal. The interface shows `message` for one status only, so this also reads the
 * forms of other services: `error`, `errors`, RFC 9457, lists of messages, a short line of text. DECISIONS 297
 */
export const readRefusal = ({ body }: Response, { isPage }: { isPage: boolean }): Refusal => {
  const value = parseJson(body)
  if (value === undefined) return { message: isPage ? undefined : lineOf(body), issues: undefined }
  const issues = (value as { issues?: unknown } | null)?.issues
  return {
    message: (Array.isArray(value) ? undefined : messageIn(value))?.slice(0, 2000),
    issues: Array.isArray(issues) ? (issues as unknown[]).filter(isIssue).slice(0, 100) : undefined,
  }
}

const fields = ['message', 'msg', 'error', 'errors', 'detail', 'title']

const messageIn = (value: unknown, depth = 0): string | undefined => {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  if (typeof value !== 'object' || value === null || depth > 3) return undefined
  const inner = Array.isArray(value)
    ? value.slice(0, 5).map((one: unknown) => messageIn(one, depth + 1))
    : fields.map((name) => messageIn((value as Record<string, unknown>)[name], depth + 1))
  const found = inner.filter((text) => text !== undefined)
  return Array.isArray(value) ? found.join('; ') || undefined : found[0]
}

/** Returns a body as a message if it is one short line, and neither broken JSON nor compressed. */
const lineOf = (body: string): string | undefined => {
  const text = body.trim()
  return text === '' || text.length > 200 || /^[[{"]|[\n\ufffd]/.test(text) ? undefined : text
}

const isIssue = (value: unknown): value is Issue =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Issue).path === 'string' &&
  typeof (value as Issue).message === 'string'
