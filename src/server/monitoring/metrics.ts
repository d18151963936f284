import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** One answered request for the metrics: of its path only the shape, without ids. */
export type Answered = { method: string; route: string; status: number; seconds: number }

/** The counters of a server. */
export type Metrics = {
  begin: () => void
  end: (answered: Answered) => void
  /** All of it in the text format of Prometheus, a second old at most. */
  text: () => Promise<string>
  contentType: string
}

/** Makes the metrics of a server and of its process; `readCounts` are its reads of the store, where several may answer them. */
export const createMetrics = (readCounts?: () => Record<string, number>): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'testctl_http_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'testctl_http_request_duration_seconds',
    help: 'Time from the head of a request to its answer.',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })
  const inFlight = new Gauge({
    name: 'testctl_http_requests_in_flight',
    help: 'Requests that are being answered.',
    registers: [registry],
  })
  if (readCounts)
    new Counter({
      name: 'testctl_store_reads_total',
      help: 'Reads of the store that standbys may answer, by who did.',
      labelNames: ['server'],
      registers: [registry],
      collect() {
        this.reset()
        for (const [server, count] of Object.entries(readCounts())) this.inc({ server }, count)
      },
    })
  return {
    begin: () => inFlight.inc(),
    end: ({ method, route, status, seconds }) => {
      inFlight.dec()
      requests.inc({ method, route, status })
      durations.observe({ method, route }, seconds)
    },
    text: oncePerSecond(() => registry.metrics()),
    contentType: registry.contentType,
  }
}

// To build the text takes milliseconds from all other requests, and anybody may ask for it, as often as they like.
const oncePerSecond = (build: () => Promise<string>): (() => Promise<string>) => {
  let built: Promise<string> | undefined
  let at = 0
  return () => {
    if (!built || performance.now() - at >= 1000) [built, at] = [build(), performance.now()]
    return built
  }
}
