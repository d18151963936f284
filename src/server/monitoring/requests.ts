/** One answered request for the metrics; `route` is its path without ids. */
export type Answered = { method: string; route: string; status: number; seconds: number }

/** The requests of one method and route: counts by status, counts by bucket of the histogram, and the sum of their seconds. */
type Series = { method: string; route: string; statuses: Map<number, number>; buckets: number[]; seconds: number }

/** The counts of answered requests and the histogram of their durations. */
export type RequestCounts = {
  count: (answered: Answered) => void
  /** A counter and a histogram in the text format of Prometheus. */
  text: () => string
}

/**
 * Creates the counters of requests. Every request counts, but the text is rarely read, so counting must be fast: two lookups and an
 * addition take a tenth of the time of a library that hashes and checks the labels each time. DECISIONS 319
 */
export const countRequests = (): RequestCounts => {
  const all = new Map<string, Map<string, Series>>()

  const seriesOf = (method: string, route: string): Series => {
    const ofRoute = all.get(route) ?? new Map<string, Series>()
    all.set(route, ofRoute)
    const series = { method, route, statuses: new Map(), buckets: Array<number>(bounds.length).fill(0), seconds: 0 }
    ofRoute.set(method, series)
    return series
  }

  return {
    count: ({ method, route, status, seconds }) => {
      const series = all.get(route)?.get(method) ?? seriesOf(method, route)
      series.statuses.set(status, (series.statuses.get(status) ?? 0) + 1)
      series.seconds += seconds
      const bucket = bounds.findIndex((bound) => seconds <= bound)
      if (bucket >= 0) series.buckets[bucket]! += 1
    },
    text: () => {
      const series = [...all.values()].flatMap((ofRoute) => [...ofRoute.values()])
      return [
        ...head('testctl_http_requests_total', 'counter', 'Requests that were answered.'),
        ...series.flatMap(totals),
        ...head(duration, 'histogram', 'Time from the head of a request to its answer.'),
        ...series.flatMap(times),
        '',
      ].join('\n')
    },
  }
}

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const duration = 'testctl_http_request_duration_seconds'

const head = (name: string, type: string, help: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
]

// Methods and routes come from our own lists, so they need no escaping.
const totals = ({ method, route, statuses }: Series): string[] =>
  [...statuses].map(
    ([status, count]) => `testctl_http_requests_total{method="${method}",route="${route}",status="${status}"} ${count}`,
  )

const times = ({ method, route, statuses, buckets, seconds }: Series): string[] => {
  const labels = `method="${method}",route="${route}"`
  const count = [...statuses.values()].reduce((sum, one) => sum + one, 0)
  let within = 0
  return [
    ...bounds.map((bound, at) => `${duration}_bucket{le="${bound}",${labels}} ${(within += buckets[at]!)}`),
    `${duration}_bucket{le="+Inf",${labels}} ${count}`,
    `${duration}_sum{${labels}} ${seconds}`,
    `${duration}_count{${labels}} ${count}`,
  ]
}
