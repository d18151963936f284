import { withoutSecrets } from '../../output/text/secrets.ts'
import { quoteWord } from '../../system/shell-line.ts'

/** Returns how to list the keys of the store of `--store`, or of the one that is set. Does not repeat a password. */
export const keysLine = (store: string | undefined): string => {
  if (store === undefined) return 'testctl keys list'
  if (withoutSecrets(store) !== store) return 'name the store in TESTCTL_STORE, then: testctl keys list'
  return `testctl keys list --store ${quoteWord(store)}`
}
