import { setMaxListeners } from 'node:events'

/** Makes a signal that many requests listen to at once. Node takes more than ten for a leak unless it is told. */
export const createSharedSignal = (): AbortController => {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  return controller
}
