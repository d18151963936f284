import type { Place } from '../address.ts'
import type { Opened, Options } from '../index.ts'
import { type Connection, connectTo } from './connection.ts'
import { explainFailedOpening } from './failures.ts'
import { createLane } from './lane.ts'
import { prepare } from './preparation.ts'

/** Opens a store in a file, which is created where it is missing, or in memory. */
export const openSqlite = async (place: Place, { patience: limit = 10_000, stop }: Options): Promise<Opened> => {
  const patience = { limit, isOver: () => stop?.aborted ?? false }
  let connection: Connection | undefined
  try {
    connection = connectTo(place)
    await prepare(connection, place, patience)
    return { lanes: [createLane(connection, { place, patience })], said: place.said }
  } catch (error) {
    connection?.close()
    if (stop?.aborted) throw stop.reason
    throw explainFailedOpening(error, place)
  }
}
