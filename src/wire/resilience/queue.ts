import type { OutgoingRequest } from '../outgoing.ts'

/** A waiting request: one with an earlier arrival goes first. */
type Waiting<Place> = { place: Place; go: (number: number) => void; refuse: (error: unknown) => void }

/** Requests that wait for their turn, in the order of their arrival. */
export type Queue<Place> = {
  size: () => number
  /** Waits for a turn, and resolves to the number of the request; rejects when it is refused or aborted. */
  join: (place: Place) => Promise<number>
  /** Lets the first request go, or the first of those with the lowest measure. */
  release: (number: number, measure?: (place: Place) => number) => void
  /** Rejects the requests for which `reasonFor` has a reason. */
  refuse: (reasonFor: (place: Place) => unknown) => void
}

/** Creates an empty queue. `givenUp` makes the error of a request that is aborted while it waits; `onLeft` is called after that. */
export const createQueue = <Place extends { arrival: number; request: OutgoingRequest }>({
  givenUp,
  onLeft,
}: {
  givenUp: (place: Place) => unknown
  onLeft: () => void
}): Queue<Place> => {
  let waiting: Waiting<Place>[] = []
  const join = (place: Place): Promise<number> =>
    new Promise((resolve, reject) => {
      const { signal } = place.request
      const leave = () => signal?.removeEventListener('abort', giveUp)
      const giveUp = () => {
        waiting = waiting.filter((one) => one !== own)
        reject(givenUp(place))
        onLeft()
      }
      const own: Waiting<Place> = {
        place,
        go: (number) => {
          leave()
          resolve(number)
        },
        refuse: (error) => {
          leave()
          reject(error)
        },
      }
      if (signal?.aborted) return reject(givenUp(place))
      signal?.addEventListener('abort', giveUp, { once: true })
      // A request that is sent again is older than all that were not sent yet.
      const later = waiting.findIndex((one) => one.place.arrival > place.arrival)
      waiting.splice(later < 0 ? waiting.length : later, 0, own)
    })
  return {
    size: () => waiting.length,
    join,
    release: (number, measure) => {
      const measures = measure ? waiting.map(({ place }) => measure(place)) : [0]
      const least = measures.reduce((one, other) => Math.min(one, other), Infinity)
      waiting.splice(measures.indexOf(least), 1)[0]?.go(number)
    },
    refuse: (reasonFor) => {
      const refused = new Map(waiting.map((one) => [one, reasonFor(one.place)]))
      waiting = waiting.filter((one) => refused.get(one) === undefined)
      for (const [one, reason] of refused) if (reason !== undefined) one.refuse(reason)
    },
  }
}
