import { runsOnWindows } from '../platform.ts'

/** How long a file that others have open is waited for, and how it is known that others have it open. */
type Waiting = { attempts?: number; isWindows?: boolean }

/**
 * Does something to a file again while Windows refuses it because another process has the file open, for about a second.
 * A virus scanner or an indexer opens every new file for a moment. Elsewhere the first refusal counts. DECISIONS 117
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

/** Whether an error is what Windows says of a file that another process has open, or that is about to be deleted. */
export const isOpenElsewhere = (error: unknown): boolean =>
  ['EPERM', 'EACCES', 'EBUSY'].includes(String((error as NodeJS.ErrnoException).code))
