import { parseServiceAddress } from '../config/address.ts'
import type { Api } from '../contract/index.ts'
import { createCalls } from '../completions/cache/calls.ts'
import { noting } from '../completions/cache/record.ts'
import { folderOf, namesFolder } from '../completions/cache/location.ts'
import { isCi } from '../system/ci.ts'
import type { Deps } from './deps.ts'

/**
 * Makes a service one whose names a Tab will know: what passes is noted, and kept when the command line ends. Not in CI,
 * where nobody presses Tab, and not of a dry run. Whether it can be kept never matters to a command.
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
