/** Characters of one line that have the same styles. */
export type Run = { text: string; styles: readonly Style[] }
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'gray' | 'prompt'

const on: Readonly<Record<number, Style>> = { 1: 'bold', 2: 'dim', 31: 'red', 32: 'green', 33: 'yellow', 90: 'gray' }
const colors: ReadonlySet<Style> = new Set(['red', 'green', 'yellow', 'gray'])

/** Parses what a program wrote to a terminal into lines. Throws for anything but text and the colors that testctl uses. */
export const readScreen = (written: string): Run[][] => {
  let styles: readonly Style[] = []
  return written
    .replaceAll('\r\n', '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => {
      const runs: Run[] = []
      for (const part of line.split(/(\u001b\[[\d;]+m)/)) {
        const codes = /^\u001b\[([\d;]+)m$/.exec(part)?.[1]
        if (codes !== undefined) for (const code of codes.split(';')) styles = applied(styles, Number(code))
        else if (part !== '') runs.push({ text: plain(part), styles })
      }
      return runs
    })
}

const applied = (styles: readonly Style[], code: number): readonly Style[] => {
  if (code === 0) return []
  // The default background, which the picture has everywhere.
  if (code === 49) return styles
  if (code === 22) return styles.filter((style) => style !== 'bold' && style !== 'dim')
  if (code === 39) return styles.filter((style) => !colors.has(style))
  const style = on[code]
  if (!style) throw new Error(`the picture knows no colour ${code}`)
  return [...styles, style]
}

const plain = (text: string): string => {
  const strange = [...text].find((character) => character < ' ')
  if (strange !== undefined) throw new Error(`the picture cannot show ${JSON.stringify(text)}`)
  return text
}
