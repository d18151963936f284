// Node reads from every connection that has something to be read before anybody else has a turn. What a hundred of them
// bring at once, in chunks of one byte, would take seconds.
const waiting: (() => void)[] = []

/** Calls `go` when it is this one's turn: one has it in each turn of the event loop. */
export const takeTurn = (go: () => void): void => {
  if (waiting.push(go) === 1) setImmediate(next)
}

const next = (): void => {
  waiting[0]?.()
  waiting.shift()
  if (waiting.length > 0) setImmediate(next)
}
