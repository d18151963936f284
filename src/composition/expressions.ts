import { once } from '../once.ts'
import type { Ground } from './ground.ts'

/** The expression of `--jq`, prepared once; undefined where none was typed. */
export const createExpressions = ({ io, flags }: Pick<Ground, 'io' | 'flags'>): Ground['expression'] =>
  once(async () => {
    const { jq } = flags()
    if (jq === undefined) return undefined
    return (await import('../jq/index.ts')).createExpression(io, jq, { pretty: io.stdout.isTTY === true })
  })
