/**
 * Returns a reason if bats warns in the output of a test that it executed fewer tests than the file has, because something ended
 * its process: its count of tests includes only those that it executed. DECISIONS 468
 */
export const missingOfBats = (text: string): string | undefined => {
  if (!text.includes(mark)) return undefined
  const [, executed, expected] =
    /^bats warning: Executed (\d{1,9}) instead of expected (\d{1,9}) tests$/m.exec(text) ?? []
  return Number(executed) < Number(expected)
    ? `results may be missing: bats executed ${executed} of ${expected} tests`
    : undefined
}

const mark = 'bats warning: '
