import type { Context } from '../../../composition/context.ts'
import { sourceName } from '../../../system/files/text.ts'
import type { Progress } from '../../../output/status-line/progress.ts'

/**
 * Shows how many results were read from reports. For stdin, shows nothing before the first results: the program that writes them
 * may use the same terminal.
 */
export const showReading = (context: Context, files: readonly string[]): Pick<Progress, 'step' | 'done'> => {
  const [file = ''] = files
  const begin = () => context.progress(files.length > 1 ? 'reading reports' : `reading ${sourceName(file)}`)
  let progress = files.includes('-') ? undefined : begin()
  return {
    step: (count) => {
      progress ??= begin()
      progress.step(count)
    },
    done: () => progress?.done(),
  }
}
