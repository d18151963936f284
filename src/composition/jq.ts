import type { Expression } from '../output/jq/index.ts'
import { once } from '../system/async/once.ts'
import type { Deps } from './deps.ts'
import { createWaiting } from '../output/status-line/waiting.ts'

/** Prepares the expression of `--jq` once; undefined if none was typed. The status line says so if jq takes long. */
export const createExpressions = ({ io, flags, onClose }: Pick<Deps, 'io' | 'flags' | 'onClose'>): Deps['expression'] =>
  once(async () => {
    const { jq } = flags()
    if (jq === undefined) return undefined
    const { createExpression } = await import('../output/jq/index.ts')
    const { check, open, close } = createExpression(io, jq, { pretty: io.stdout.isTTY === true })
    onClose(async () => close())
    const { during } = createWaiting(io, 'jq')
    return {
      close,
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
