import { parseIdentifier, parseShortIdentifier } from '../../../contract/identifiers.ts'

/** Whether a word is written like an identifier, or a range of them: `WEB-T1`, `T1`, `WEB-T1-T9`. */
export const isIdentifierOrRange = (word: string): boolean =>
  (parseIdentifier(word) ?? parseShortIdentifier(word)) !== undefined || /[CTRM][0-9]+-[CTRM]?[0-9]+$/i.test(word)

/** Whether a word is so long that it must be an id. A short number is more likely a name, such as that of a build. */
export const isSurelyId = (word: string): boolean => /^([0-9a-f-]{16,128}|[0-9]{10,128}|\w{20,128})$/i.test(word)
