import { withoutSecrets } from '../../output/text/secrets.ts'
import { quoteWord } from '../../system/shell-line.ts'

/** How to list the keys of the store that was named with a flag, or of the one that is named elsewhere; a password is not repeated. */
export const keysLine = (store: string | undefined): string => {
  if (store === undefined) return 'testctl keys list'
  if (withoutSecrets(store) !== store) return 'name the store in TESTCTL_STORE, then: testctl keys list'
  return `testctl keys list --store ${quoteWord(store)}`
}
