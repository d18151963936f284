/**
 * Moves a flag for help behind the command that follows it: `-h runs submit` and `runs -h submit` ask for the page of `runs submit`. It
 * comes before the other flags, because behind one it would be the value of that flag. DECISIONS 581
 */
export const helpAfterCommand = (argv: readonly string[]): readonly string[] => {
  const at = argv.findIndex((word) => /^(-h|--help)$/.test(word))
  const isBeforeCommand = [0, 1].includes(at) && [...argv.slice(0, at), argv[at + 1] ?? ''].every(isCommand)
  if (!isBeforeCommand) return argv
  const words = argv.toSpliced(at, 1)
  const end = words.findIndex((word) => word.startsWith('-'))
  return words.toSpliced(end < 0 ? words.length : end, 0, '--help')
}

const isCommand = (word: string): boolean => /^[a-z]/i.test(word)
