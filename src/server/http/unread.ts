type Answer = { bytes: number; drop: () => void }

/** Counts an answer as unread; returns the function to call once it is read or its reader is gone. */
export type Unread = (network: string, answer: Answer) => () => void

/**
 * Limits the memory of unread answers: above `most` bytes, drops the oldest answer of the network with the most unread bytes. So
 * clients that never read cannot fill the memory, at no cost to those that read slowly.
 */
export const createUnread = (most = 96 * 1024 * 1024): Unread => {
  const networks = new Map<string, { bytes: number; answers: Set<Answer> }>()
  let all = 0

  const letGo = (network: string, answer: Answer): void => {
    const held = networks.get(network)
    if (!held?.answers.delete(answer)) return
    held.bytes -= answer.bytes
    all -= answer.bytes
    if (held.answers.size === 0) networks.delete(network)
  }

  return (network, answer) => {
    const held = networks.get(network) ?? { bytes: 0, answers: new Set() }
    networks.set(network, held)
    held.answers.add(answer)
    held.bytes += answer.bytes
    all += answer.bytes
    while (all > most) {
      const [largest] = [...networks].toSorted(([, one], [, other]) => other.bytes - one.bytes)
      const [oldest] = largest?.[1].answers ?? []
      if (!largest || !oldest) break
      letGo(largest[0], oldest)
      oldest.drop()
    }
    return () => letGo(network, answer)
  }
}
