import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatAnswer } from './completions/candidates.ts'
import { type Asker, createKnow } from './completions/cached-names.ts'
import { type Packed, unpack } from './completions/packed-tree.ts'
import { complete } from './completions/answer.ts'

/** The parts of a process that a completion depends on: words, environment, folder and user. */
type Asking = Pick<NodeJS.Process, 'argv' | 'env' | 'platform' | 'cwd' | 'getuid'>

/**
 * Answers `testctl __complete -- words…`, the only command that the completion scripts run. Writes the answer to stdout.
 * `dist` is the folder of the bundle, where the build left the command tree. A script that can hand a line over to the completion
 * of another command runs `__complete commands -- words…`. DECISIONS 478
 * A shell calls this while a person waits for Tab: it loads nothing that only commands need, and on any error it offers
 * nothing. DECISIONS 65
 */
export const answer = async (asking: Asking, dist: string): Promise<void> => {
  try {
    const [first, ...rest] = asking.argv.slice(3)
    const handsOver = first === 'commands' && rest[0] === '--'
    const words = handsOver ? rest.slice(1) : first === '--' ? rest : asking.argv.slice(3)
    const tree = unpack(JSON.parse(readFileSync(join(dist, 'tree.json'), 'utf8')) as Packed)
    const text = formatAnswer(await complete(tree, words, createKnow(askerOf(asking))), { handsOver })
    // Creating a stream would take longer than the answer.
    if (text) writeFileSync(stdout, text)
  } catch {
    // On any error, nothing is offered.
  }
}

// The current folder is asked for late: it may be gone, which matters only if files in it are needed.
const askerOf = (asking: Asking): Asker => ({
  env: asking.env,
  platform: asking.platform,
  uid: asking.getuid?.(),
  get cwd() {
    return asking.cwd()
  },
})

const stdout = 1
