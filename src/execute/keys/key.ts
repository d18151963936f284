/** A pressed key: its name, the text that it types (empty for most keys with a name), and whether Ctrl or Meta was held. */
export type KeyPress = { name: string; text: string; ctrl: boolean; meta: boolean }

/** Input from the keyboard: a key, or pasted text. */
export type Typed = { type: 'key'; key: KeyPress } | { type: 'paste'; text: string }
