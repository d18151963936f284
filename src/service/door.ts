import { createHash, timingSafeEqual } from 'node:crypto'
import type { Api } from '../contract/index.ts'

/** Lets in whoever has this one key: how a command line reaches the service that it carries with it. */
export const createDoor = ({
  service,
  key,
  holder,
}: {
  service: (holder: string) => Api
  key: string
  holder: string
}): ((apiKey: string) => Api | undefined) => {
  const api = service(holder)
  const expected = digest(key)
  return (apiKey) => (timingSafeEqual(digest(apiKey), expected) ? api : undefined)
}

// Digests have the same length, and comparing them takes the same time, whatever was sent.
const digest = (key: string): Buffer => createHash('sha256').update(key).digest()
