import { parseYamlList } from '../yaml/parse.ts'
import { writeYaml } from '../yaml/write.ts'
import type { FileForm } from './form.ts'
import { plainCase, readPlainCases } from './plain-case.ts'

/** A list of cases in YAML. A comment would be lost when the file is written, and is a problem. DECISIONS 205 */
export const yamlFileForm: FileForm = {
  read: (text) => {
    const parsed = parseYamlList(text)
    if ('problem' in parsed) return { cases: [], problems: [{ ...parsed.problem, rule: 'unreadable' }] }
    const read = readPlainCases(parsed.items)
    const lost = parsed.comments.map((line) => ({ line, rule: 'stray-text' as const, message: commentLost }))
    return { cases: read.cases, problems: [...lost, ...read.problems] }
  },
  write: (cases) => writeYaml(cases.map(plainCase)),
}

const commentLost = 'a comment would be lost when the file is written: put it into a field'
