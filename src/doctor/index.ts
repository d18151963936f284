import { readProjectFile } from '../config/project-file.ts'
import { configurationFile } from '../config/profiles/location.ts'
import { lookForSqlite } from '../store/sqlite/find-sqlite.ts'
import { checkAddress, checkConfiguration, checkProjectFile, checkSettings } from './configuration.ts'
import { checkDatabase, findNamedStore } from './store/database.ts'
import { examineFile } from './store/index.ts'
import type { Check } from './finding.ts'
import { checkCache, checkCompletion, checkState } from './user-folders.ts'
import { createRunCheck } from './run-check.ts'
import { checkStandbys } from './standbys.ts'
import { checkPermissions, privateFiles } from './permissions.ts'
import { checkRuntime, checkSqlite } from './runtime.ts'
import { examineService } from './network/index.ts'
import type { Needs } from './deps.ts'

export type { Check, ErrorClass } from './finding.ts'
export { checkLines } from './lines.ts'

/**
 * Checks everything that testctl depends on here, from the runtime to the service's answer, and passes each check to `tell` as
 * it ends. It changes nothing, and only reads from the service. No finding contains the key. DECISIONS 70
 */
export const examine = async (needs: Needs, tell: (check: Check) => Promise<void>): Promise<void> => {
  const { io, settings, storage, standbys, limit } = needs
  const { env, platform, cwd, uid } = io
  const look = createRunCheck({ limit, stop: io.stop, tell })
  await look('runtime', () => checkRuntime({ platform, root: io.root }))
  await look('configuration', () => checkConfiguration({ storage, settings }))
  await look('permissions', () =>
    checkPermissions(
      privateFiles({ configuration: configurationFile(io), keyFile: env['TESTCTL_API_KEY_FILE'], cwd }),
      { platform, uid },
    ),
  )
  await look('project-file', () => checkProjectFile(() => readProjectFile(cwd)))
  await look('settings', () => checkSettings(settings))
  const store = findNamedStore(io)
  const site = await look('address', () =>
    checkAddress(settings, {
      folder: cwd,
      allowHttp: env['TESTCTL_ALLOW_HTTP'] === '1',
      store: store ? 'named' : env['TESTCTL_STORE']?.trim() ? 'unknown' : 'none',
    }),
  )
  const place = site?.place ?? store?.place
  await look('sqlite', () => checkSqlite(lookForSqlite(), { isNeeded: place !== undefined }))
  if (place) await examineFile(place, { io, limit, look })
  if (site?.address || (!site && !store)) await examineService(site?.address, { ...needs, look })
  if (env['TESTCTL_STORE_READS']) await look('standbys', async () => checkStandbys(await standbys()))
  if (store?.address) await look('database', () => checkDatabase(store.address, limit))
  await look('completion', () => checkCompletion(io))
  await look('state', () => checkState(io))
  await look('cache', () => checkCache(io))
}
