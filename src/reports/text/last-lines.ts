/** Returns the end of the output of a test: as much as a comment shows. */
export const lastLines = (output: string): string => {
  const lines = output.slice(-longestOutput).split('\n').slice(-mostLines)
  const end = lines.join('\n').trim()
  return end.length < output.length ? `…\n${end}` : end
}

const longestOutput = 2000
const mostLines = 25
