// Node reads from every readable connection before it does any other work. The bodies of a hundred connections,
// in chunks of one byte, would take seconds.
const waiting: (() => void)[] = []

/** Queues `go`: one queued function is called in each turn of the event loop. */
export const takeTurn = (go: () => void): void => {
  if (waiting.push(go) === 1) setImmediate(next)
}

const next = (): void => {
  waiting[0]?.()
  waiting.shift()
  if (waiting.length > 0) setImmediate(next)
}
