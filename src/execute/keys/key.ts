/** A key that was pressed: what it is called, what it types (nothing for most that have a name), and with which others. */
export type KeyPress = { name: string; text: string; ctrl: boolean; meta: boolean }

/** What comes from the keyboard: a key, or a text that was pasted. */
export type Typed = { type: 'key'; key: KeyPress } | { type: 'paste'; text: string }
