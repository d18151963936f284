import type { Connection, TransactionKind } from './engine.ts'

/**
 * Tracks which connections the engine has room for. A connection that it refused rests for a second, as long as others can do that kind
 * of work. DECISIONS 480
 */
export const createConnectionRoom = (connections: readonly Connection[]) => {
  const resting = new Map<Connection, number>()
  let leaving: Connection | undefined

  const isResting = (connection: Connection): boolean => (resting.get(connection) ?? 0) > performance.now()
  const letRest = (connection: Connection): void => void resting.set(connection, performance.now() + rest)

  return {
    letRest,
    /** Returns the connections for a kind of work; resting ones only if there is no other. */
    connectionsFor: (kind: TransactionKind): readonly Connection[] => {
      const all = connections.filter((one) => one.kinds.includes(kind) && one !== leaving)
      if (resting.size === 0) return all
      const ready = all.filter((one) => !isResting(one))
      return ready.length > 0 ? ready : all
    },
    /** Records that the engine had room for this connection. */
    hasFound: (connection: Connection): void => {
      if (resting.size > 0) resting.delete(connection)
    },
    /**
     * Closes a connection that only reads, to make room for one that writes: an idle one, or the first one after its current work.
     * Returns whether there was one.
     */
    make: async (workOf: (connection: Connection) => Promise<void> | undefined): Promise<boolean> => {
      const readers = connections.filter((one) => !one.kinds.includes('write') && !isResting(one))
      leaving = readers.find((one) => !workOf(one)) ?? readers[0]
      if (!leaving) return false
      try {
        await workOf(leaving)
        await leaving.close()
      } finally {
        // The rest starts only now: the work may have taken longer than a rest, and a connection that came back at once would take the
        // room again.
        letRest(leaving)
        leaving = undefined
      }
      return true
    },
  }
}

// In milliseconds.
const rest = 1000
