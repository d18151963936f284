import { runsOnWindows } from '../platform.ts'

/** How often to try while other processes have a file open, and whether this is Windows, where that happens. */
type Waiting = { attempts?: number; isWindows?: boolean }

/**
 * Retries work on a file for about a second while Windows refuses it because another process has the file open. A virus scanner or an
 * indexer opens every new file for a moment. On other systems the first refusal counts. DECISIONS 117
 */
export const retryWhileOpen = async <T>(work: () => T | Promise<T>, waiting: Waiting = {}): Promise<T> => {
  const { attempts = 10, isWindows = runsOnWindows } = waiting
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isWindows || attempt >= attempts || !isOpenElsewhere(error)) throw error
      await new Promise((wake) => setTimeout(wake, attempt * 20))
    }
  }
}

/** Whether an error is the one that Windows reports for a file that another process has open, or that is about to be deleted. */
export const isOpenElsewhere = (error: unknown): boolean =>
  ['EPERM', 'EACCES', 'EBUSY'].includes(String((error as NodeJS.ErrnoException).code))
