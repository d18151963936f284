import { setMaxListeners } from 'node:events'

/** Makes a signal that many requests listen to at once. Node reports more than ten listeners as a leak unless the limit is raised. */
export const createSharedSignal = (): AbortController => {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  return controller
}
