import { parseServiceAddress } from '../config/address.ts'
import type { Api } from '../contract/index.ts'
import { createCalls } from '../completions/cache/calls.ts'
import { noting } from '../completions/cache/record.ts'
import { folderOf, namesFolder } from '../completions/cache/location.ts'
import { isCi } from '../system/ci.ts'
import type { Deps } from './deps.ts'

/**
 * Wraps an Api to collect the names in its answers for completion; they are saved when the command ends. Does nothing in CI,
 * where Tab is not used, or in a dry run. A failure to save is ignored.
 */
export const createCompletionCache = ({ io, flags, onClose }: Deps): ((api: Api, address: string) => Api) => {
  const names = namesFolder(io)
  if (names === undefined || isCi(io.env['CI'])) return (api) => api
  return (api, address) => {
    if (flags().dryRun) return api
    const calls = createCalls()
    onClose(async () => {
      try {
        const [{ keep }, { learn }] = await Promise.all([
          import('../completions/cache/save.ts'),
          import('../completions/cache/learn.ts'),
        ])
        await keep(folderOf(names, parseServiceAddress(address, { cwd: io.cwd, origin: 'it' })), learn(calls.all()), io)
      } catch {
        // A home that is read-only or full is no reason to fail.
      }
    })
    return noting(api, calls.note)
  }
}
