/**
 * Seconds, as runners write them: `1.5`, `1,234.56` (thousands), `0,5` (a decimal comma).
 * Undefined for what is no duration, such as a negative one.
 */
export const parseSeconds = (written: string | undefined): number | undefined => {
  if (!written?.trim()) return undefined
  const onlyComma = /^\s*\d+,\d+\s*$/.test(written)
  const seconds = Number(onlyComma ? written.replace(',', '.') : written.replaceAll(',', ''))
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}
