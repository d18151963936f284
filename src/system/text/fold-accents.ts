/** Returns a text with its letters and digits in their plainest form: `Täst` as `Tast`. Others are unchanged: `日本`, `ß`. */
export const foldAccents = (text: string): string => text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')

/**
 * Returns the form in which a search compares texts: the same for any case, width and Unicode form, with or without accents. `ß` becomes
 * `SS`; letters that consist of others without an accent, as in Korean, are composed again. DECISIONS 441
 */
export const foldForSearch = (text: string): string => foldAccents(text).normalize('NFC').toUpperCase()
