import type { Expression } from '../output/jq/index.ts'
import { once } from '../system/async/once.ts'
import type { Deps } from './deps.ts'
import { createWaiting } from '../output/status-line/waiting.ts'

/** The expression of `--jq`, prepared once; undefined where none was typed. It is said when jq takes its time. */
export const createExpressions = ({ io, flags }: Pick<Deps, 'io' | 'flags'>): Deps['expression'] =>
  once(async () => {
    const { jq } = flags()
    if (jq === undefined) return undefined
    const { createExpression } = await import('../output/jq/index.ts')
    const { check, open } = createExpression(io, jq, { pretty: io.stdout.isTTY === true })
    const { during } = createWaiting(io, 'jq')
    return {
      check: () => during(check),
      open: async (to: Parameters<Expression['open']>[0]): ReturnType<Expression['open']> => {
        const filter = await open(to)
        return {
          write: (text) => during(() => filter.write(text)),
          end: () => during(filter.end),
          abandon: filter.abandon,
        }
      },
    }
  })
