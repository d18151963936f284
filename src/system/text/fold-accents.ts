/** A text with its letters and digits in their plainest form: `Täst` as `Tast`. What has none stays as it is: `日本`, `ß`. */
export const foldAccents = (text: string): string => text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
