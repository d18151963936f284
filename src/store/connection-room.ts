import type { Connection, TransactionKind } from './engine.ts'

/**
 * Which connections the engine has room for. One that it turned away rests for a second, as long as there are others for that kind of
 * work. DECISIONS 480
 */
export const createConnectionRoom = (connections: readonly Connection[]) => {
  const resting = new Map<Connection, number>()
  let leaving: Connection | undefined

  const isResting = (connection: Connection): boolean => (resting.get(connection) ?? 0) > performance.now()
  const letRest = (connection: Connection): void => void resting.set(connection, performance.now() + rest)

  return {
    letRest,
    /** The connections for a kind of work: those that rest only where there is no other. */
    connectionsFor: (kind: TransactionKind): readonly Connection[] => {
      const all = connections.filter((one) => one.kinds.includes(kind) && one !== leaving)
      if (resting.size === 0) return all
      const ready = all.filter((one) => !isResting(one))
      return ready.length > 0 ? ready : all
    },
    /** Notes that the engine had room for this one. */
    hasFound: (connection: Connection): void => {
      if (resting.size > 0) resting.delete(connection)
    },
    /**
     * Ends a connection that only reads, so that one that writes has room: one that has nothing to do, or else the first, after the work
     * that it is at. Gives whether there was one.
     */
    make: async (workOf: (connection: Connection) => Promise<void> | undefined): Promise<boolean> => {
      const readers = connections.filter((one) => !one.kinds.includes('write') && !isResting(one))
      leaving = readers.find((one) => !workOf(one)) ?? readers[0]
      if (!leaving) return false
      try {
        await workOf(leaving)
        await leaving.close()
      } finally {
        // From now on: the work may have taken longer than a rest, and what comes back at once takes the room again.
        letRest(leaving)
        leaving = undefined
      }
      return true
    },
  }
}

// In milliseconds.
const rest = 1000
