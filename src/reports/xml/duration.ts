/**
 * Parses seconds as runners write them: `1.5`, `1,234.56` (thousands), `0,5` (a decimal comma), `1.234,56` (both).
 * Undefined for any other text, and for a negative number.
 */
export const parseSeconds = (written: string | undefined): number | undefined => {
  if (!written?.trim()) return undefined
  const seconds = written.includes(',') ? Number(withoutCommas(written)) : Number(written)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}

const withoutCommas = (written: string): string =>
  /^\s*(?:\d+|\d{1,3}(?:\.\d{3})+),\d+\s*$/.test(written)
    ? written.replaceAll('.', '').replace(',', '.')
    : written.replaceAll(',', '')

/** Parses a time span of .NET into seconds: `00:01:02.5`, with days `1.00:00:00`. Undefined for any other text. */
export const parseTimeSpan = (written: string | undefined): number | undefined => {
  const [span, days = '0', hours, minutes, seconds] =
    /^(?:(\d+)\.)?(\d+):(\d+):(\d+(?:\.\d+)?)$/.exec(written ?? '') ?? []
  if (span === undefined) return undefined
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)
}
