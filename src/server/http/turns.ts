// Node reads from every readable connection before any other work has a turn. The bodies of a hundred of them,
// in chunks of one byte, would take seconds.
const waiting: (() => void)[] = []

/** Calls `go` at its turn: one caller for each turn of the event loop. */
export const takeTurn = (go: () => void): void => {
  if (waiting.push(go) === 1) setImmediate(next)
}

const next = (): void => {
  waiting[0]?.()
  waiting.shift()
  if (waiting.length > 0) setImmediate(next)
}
