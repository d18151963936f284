// A bare HTTP server that answers as the interface says, at once and from memory, for measuring a client and not a service.
import { createServer } from 'node:http'

const audit = {
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: 'ana',
  updatedAt: '2026-01-01T00:00:00.000Z',
  updatedBy: 'ana',
}
const testOf = (number, result = 'untested') => ({
  id: `test-${number}`,
  ...audit,
  displayId: number,
  name: `Test number ${number} of the run`,
  preconditions: '',
  steps: [{ action: 'Open the page', expectation: 'The form is shown' }],
  assignedTo: '',
  result,
  caseId: `case-${number}`,
})
const run = {
  id: 'run-1',
  ...audit,
  displayId: 1,
  name: 'Nightly',
  results: { total: 0, passed: 0, failed: 0, inProgress: 0, untested: 0 },
}

/** Serves `total` tests in run WEB-R1; resolves to its address and a way to close it. */
const serve = (total) =>
  new Promise((resolve) => {
    const pages = new Map()
    const results = new Map()
    const page = (offset, limit) => {
      const key = `${offset} ${limit}`
      if (!pages.has(key)) {
        const tests = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, index) =>
          testOf(offset + index + 1, results.get(`test-${offset + index + 1}`)),
        )
        pages.set(key, JSON.stringify({ tests, pagination: { limit, offset, total } }))
      }
      return pages.get(key)
    }
    const answer = (method, { pathname, searchParams }, body) => {
      const [, , , kind, identifier] = pathname.split('/')
      if (method === 'POST') {
        const { result } = JSON.parse(body)
        if (results.get(kind) !== result) pages.clear()
        results.set(kind, result)
        return JSON.stringify({ test: testOf(Number(kind.split('-')[1]), result) })
      }
      if (kind === 'test') {
        const testRun = { ...run, results: { ...run.results, total } }
        return JSON.stringify({
          test: { ...testOf(Number(identifier.split('T')[1])), ...(searchParams.get('relations') && { testRun }) },
        })
      }
      if (kind === 'test-run') return JSON.stringify({ testRun: run })
      return page(Number(searchParams.get('offset') ?? 0), Math.min(1000, Number(searchParams.get('limit') ?? 50)))
    }
    const server = createServer((request, response) => {
      let sent = ''
      request.on('data', (chunk) => (sent += chunk))
      request.on('end', () => {
        const body = answer(request.method, new URL(request.url, 'http://localhost'), sent)
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        response.end(body)
      })
    })
    server.listen(0, '127.0.0.1', () =>
      resolve({
        url: `http://127.0.0.1:${server.address().port}`,
        close: () => server.close() || server.closeAllConnections(),
      }),
    )
  })

if (process.argv[1] === import.meta.filename) console.log((await serve(Number(process.argv[2]))).url)
