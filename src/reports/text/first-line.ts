/** Returns the first non-empty line of a text, without colours, cut to 200 characters, for a message about the text. */
export const firstLine = (text = ''): string => {
  const line =
    text
      .replace(colour, '')
      .trim()
      .split(/[\r\n]/, 1)[0] ?? ''
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line || 'nothing said'
}

const longest = 200
const colour = /\u001b\[[\d;]*m/g
