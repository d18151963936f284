import type { KeyPress } from './key.ts'

/** A line that is being typed, or pasted lines; `at` is the cursor, an index into its characters. */
export type TextInput = { text: string; at: number }

/** Returns an input with a text, the cursor at its end. */
export const inputOf = (text: string): TextInput => ({ text, at: [...text].length })

/** Applies a key to a line; undefined for a key that has no meaning in one. */
export const typeKey = (input: TextInput, key: KeyPress): TextInput | undefined => {
  const signs = [...input.text]
  const { at } = input
  const end = signs.length
  switch (key.ctrl ? `C-${key.name}` : key.name) {
    case 'backspace':
    case 'C-h':
      return cutOut(signs, Math.max(0, at - 1), at)
    case 'delete':
      return cutOut(signs, at, at + 1)
    case 'left':
    case 'C-b':
      return { ...input, at: Math.max(0, at - 1) }
    case 'right':
    case 'C-f':
      return { ...input, at: Math.min(end, at + 1) }
    case 'home':
    case 'C-a':
      return { ...input, at: 0 }
    case 'end':
    case 'C-e':
      return { ...input, at: end }
    case 'C-u':
      return cutOut(signs, 0, at)
    case 'C-k':
      return cutOut(signs, at, end)
    case 'C-w':
      return cutOut(
        signs,
        signs
          .slice(0, at)
          .join('')
          .search(/(?<!\S)\S+\s*$/),
        at,
      )
  }
  return key.text === '' || key.ctrl || key.meta ? undefined : insert(input, key.text)
}

/** Whether a key erases text before the cursor. */
export const erases = ({ name, ctrl }: KeyPress): boolean =>
  ctrl ? ['h', 'u', 'w'].includes(name) : name === 'backspace'

/** Inserts text at the cursor. Line breaks and tabs become spaces, unless `keepsLines`. */
export const insert = (
  { text, at }: TextInput,
  more: string,
  { keepsLines = false }: { keepsLines?: boolean } = {},
): TextInput => {
  const signs = [...text]
  const added = [...(keepsLines ? more : more.replace(/[\n\t]+/g, ' '))]
  return {
    text: [...signs.slice(0, at), ...added, ...signs.slice(at)].join(''),
    at: at + added.length,
  }
}

const cutOut = (signs: readonly string[], from: number, to: number): TextInput => {
  const start = Math.max(0, from)
  return { text: [...signs.slice(0, start), ...signs.slice(to)].join(''), at: start }
}
