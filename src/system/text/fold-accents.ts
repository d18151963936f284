/** A text with its letters and digits in their plainest form: `Täst` as `Tast`. What has none stays as it is: `日本`, `ß`. */
export const foldAccents = (text: string): string => text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')

/**
 * The form in which texts are compared by a search: in any case, width and form of Unicode, with accents or without. In capitals, `ß` is
 * `SS`; where a letter is made of others without an accent, as in Korean, they are put together again. DECISIONS 441
 */
export const foldForSearch = (text: string): string => foldAccents(text).normalize('NFC').toUpperCase()
