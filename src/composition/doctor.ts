import type { Check } from '../doctor/index.ts'
import type { Printer } from '../output/printer.ts'
import { parseDuration } from '../config/duration.ts'
import type { Storage } from '../config/profiles/storage.ts'
import type { Deps } from './deps.ts'
import type { Io } from '../system/io.ts'
import type { StandbyState } from '../store/standbys/index.ts'
import type { Printers } from './printers.ts'
import { reach } from './transports.ts'

/** Checks everything that testctl depends on, and prints even if a part of testctl itself does not work. */
export type Doctor = {
  examine: (tell: (check: Check) => Promise<void>) => Promise<void>
  printer: () => Promise<Printer>
  checkLines: typeof import('../doctor/index.ts').checkLines
}

/** How long a check may take by default, in milliseconds. */
const usual = 10_000

/** Creates the doctor. Its printer ignores unreadable settings. */
export const createDoctor = async (
  deps: Deps,
  { storage, sure }: { storage: () => Promise<Storage>; sure: Printers['sure'] },
): Promise<Doctor> => {
  const { io, settings, flags } = deps
  const { examine, checkLines } = await import('../doctor/index.ts')
  const { timeout } = flags()
  const limit = timeout === undefined ? usual : parseDuration(timeout)
  return {
    checkLines,
    examine: (tell) =>
      examine(
        {
          io,
          settings,
          storage,
          limit,
          reach: (service) => reach(deps, service),
          standbys: () => lookAtStandbys(io, limit),
        },
        tell,
      ),
    printer: sure,
  }
}

/** Examines the standbys that `serve` would use here. Changes neither them nor the store. */
const lookAtStandbys = async (io: Io, timeoutMs: number): Promise<readonly StandbyState[]> => {
  const store = io.env['TESTCTL_STORE']?.trim() ?? ''
  const [{ findReads }, { openPostgresForReading }, { openStandbys }] = await Promise.all([
    import('../config/store.ts'),
    import('../store/postgres/index.ts'),
    import('../store/standbys/index.ts'),
  ])
  const reads = findReads(io, store)
  if (reads === undefined) return []
  const primary = await openPostgresForReading(store, { timeoutMs })
  try {
    const standbys = await openStandbys(reads, primary)
    return await standbys.look().finally(standbys.close)
  } finally {
    await primary.close()
  }
}
