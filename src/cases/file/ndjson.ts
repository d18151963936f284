import type { FileForm, ReadText } from './form.ts'
import { jsonLosses } from './json-losses.ts'
import { plainCase, readPlainCases } from './plain-case.ts'

/** A line of JSON a case. */
export const ndjsonFileForm: FileForm = {
  read: (text) => {
    const problems: ReadText['problems'] = []
    const items = text.split('\n').flatMap((one, at) => {
      if (one.trim() === '') return []
      try {
        const value = JSON.parse(one) as unknown
        return [{ value, line: at + 1, losses: jsonLosses(one, value) }]
      } catch {
        problems.push({ line: at + 1, rule: 'unreadable', message: 'the line is no JSON' })
        return []
      }
    })
    const read = readPlainCases(items)
    return { cases: read.cases, problems: [...problems, ...read.problems] }
  },
  write: (cases) => cases.map((one) => `${JSON.stringify(plainCase(one))}\n`).join(''),
}
