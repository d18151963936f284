import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { once } from '../../system/async/once.ts'
import { type Answered, countRequests } from './requests.ts'

/** The counters of a server. */
export type Metrics = {
  begin: () => void
  end: (answered: Answered) => void
  /** Returns all metrics in the text format of Prometheus, a second old at most. */
  text: () => Promise<string>
  contentType: string
}

/** Creates the metrics of a server and of its process; `readCounts` returns its reads of the store by server, if there are standbys. */
export const createMetrics = (readCounts?: () => Record<string, number>): Metrics => {
  const registry = new Registry()
  // Begins with the first request for metrics: watching the event loop wakes the process a hundred times a second. DECISIONS 385
  const watchProcess = once(() => {
    collectDefaultMetrics({ register: registry })
    return registry
  })
  const requests = countRequests()
  const inFlight = new Gauge({
    name: 'testctl_http_requests_in_flight',
    help: 'Requests that are being answered.',
    registers: [registry],
  })
  if (readCounts)
    new Counter({
      name: 'testctl_store_reads_total',
      help: 'Reads of the store that standbys may answer, by the server that answered.',
      labelNames: ['server'],
      registers: [registry],
      collect() {
        this.reset()
        for (const [server, count] of Object.entries(readCounts())) this.inc({ server }, count)
      },
    })
  return {
    begin: () => inFlight.inc(),
    end: (answered) => {
      inFlight.dec()
      requests.count(answered)
    },
    text: oncePerSecond(async () => `${await watchProcess().metrics()}\n${requests.text()}`),
    contentType: registry.contentType,
  }
}

// Building the text blocks all other requests for milliseconds, and anyone may ask for it, as often as they like.
const oncePerSecond = (build: () => Promise<string>): (() => Promise<string>) => {
  let built: Promise<string> | undefined
  let at = 0
  return () => {
    if (!built || performance.now() - at >= 1000) [built, at] = [build(), performance.now()]
    return built
  }
}
