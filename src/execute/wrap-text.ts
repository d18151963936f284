import { safe } from '../output/text/escape.ts'
import type { Ruler } from '../output/text/width.ts'

/** Breaks a text from the service into lines of a width; a word that is longer is broken too, so that nothing is lost. */
export const wrapText = (text: string, width: number, ruler: Ruler): string[] =>
  text
    .trimEnd()
    .split(/\r?\n/)
    .flatMap((line) => wrapLine(safe(line.replaceAll('\t', '  ')), Math.max(2, width), ruler))

const wrapLine = (text: string, width: number, ruler: Ruler): string[] => {
  const lines: string[] = []
  let line = ''
  let used = 0
  const end = (): void => {
    lines.push(line.trimEnd())
    line = ''
    used = 0
  }
  for (const [word] of text.matchAll(/\S+\s*|\s+/g)) {
    const bare = ruler.widthOf(word.trimEnd())
    if (used > 0 && used + bare > width) end()
    if (bare <= width) {
      line += word
      used += ruler.widthOf(word)
      continue
    }
    for (const part of ruler.partsOf(word)) {
      const size = ruler.widthOf(part)
      if (used + size > width) end()
      line += part
      used += size
    }
  }
  if (line !== '' || lines.length === 0) end()
  return lines
}
