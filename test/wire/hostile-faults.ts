import {
  ForeignAnswerError,
  InterfaceError,
  NotFoundError,
  RejectedError,
  UnauthorizedError,
  UnavailableError,
  UnknownOutcomeError,
} from '../../src/errors.ts'
import { http } from './hostile.ts'
import { good, type Fault, status } from './hostile-client.ts'

const cut = good.slice(0, 40)

/** The faults of a service, by description. */
export const faults: Record<string, Fault> = {
  'a reset when the connection is made': {
    greet: (socket) => socket.resetAndDestroy(),
    answer: () => undefined,
    // Timing decides whether anything was sent by then. Either error is true.
    create: [UnknownOutcomeError, UnavailableError],
    others: UnavailableError,
    seen: [0, 0],
  },
  'a reset once the request was read (it may have been committed)': {
    answer: ({ socket }) => socket.resetAndDestroy(),
    create: UnknownOutcomeError,
    others: UnavailableError,
    seen: [1, 3],
    says: /closed before the answer was whole/,
  },
  'a reset in the middle of the headers': {
    answer: ({ socket }) => socket.write('HTTP/1.1 200 OK\r\ncontent-', () => socket.resetAndDestroy()),
    create: UnknownOutcomeError,
    others: UnavailableError,
    seen: [1, 3],
  },
  'a half-close without an answer': {
    answer: ({ socket }) => socket.end(),
    create: UnknownOutcomeError,
    others: UnavailableError,
    seen: [1, 3],
  },
  'an answer cut short of its content-length': {
    answer: ({ socket }) => socket.end(http(200, good).slice(0, -20)),
    create: UnknownOutcomeError,
    others: UnavailableError,
    seen: [1, 3],
    says: /cut short|closed before/,
  },
  'an answer cut short between its chunks': {
    answer: ({ socket }) =>
      socket.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${cut.length.toString(16)}\r\n${cut}\r\n`),
    create: UnknownOutcomeError,
    others: UnavailableError,
    seen: [1, 3],
    says: /cut short|closed before/,
  },
  'an answer cut short that never said how long it is': {
    answer: ({ socket }) => socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${cut}`),
    create: UnknownOutcomeError,
    others: UnavailableError,
    seen: [1, 3],
    says: /cut short/,
  },
  'a head that breaks the rules behind its content-length': {
    answer: ({ socket }) => socket.write(http(200, good, { 'x-folded': 'a\r\n b' })),
    create: UnknownOutcomeError,
    others: UnavailableError,
    seen: [1, 3],
    says: /the head of the answer is not whole, or breaks the rules of HTTP/,
  },
  'an answer that never comes': {
    answer: () => undefined,
    ms: 1000,
    create: UnknownOutcomeError,
    others: UnavailableError,
    seen: [1, 1],
    says: /no answer within 1 s/,
  },
  'an answer that drips a byte at a time': {
    answer: ({ socket }) => {
      const text = http(200, good)
      let at = 0
      const timer = setInterval(() => socket.write(text[at++] ?? ' '), 5)
      socket.on('close', () => clearInterval(timer))
    },
    ms: 1000,
    create: UnknownOutcomeError,
    others: UnavailableError,
    seen: [1, 1],
  },
  'a page for people': {
    answer: ({ socket }) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<html><script>x</script>Log in, please</html>'),
    create: UnknownOutcomeError,
    others: ForeignAnswerError,
    seen: [1, 1],
    says: /HTML page, not JSON/,
  },
  'compressed garbage': {
    answer: ({ socket }) => socket.write(http(200, '\u001f\u008bgarbage', { 'content-encoding': 'gzip' })),
    create: UnknownOutcomeError,
    others: InterfaceError,
    seen: [1, 1],
  },
  'something that is not HTTP': {
    answer: ({ socket }) => socket.end('220 mail.example.com ESMTP\r\n'),
    create: UnknownOutcomeError,
    others: InterfaceError,
    seen: [1, 1],
    says: /does not speak HTTP/,
  },
  'headers without end': {
    answer: ({ socket }) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`),
    create: UnknownOutcomeError,
    others: InterfaceError,
    seen: [1, 1],
    says: /larger than any answer/,
  },
  ...Object.fromEntries(
    [500, 502, 503, 504].map((code) => [
      `a ${code}`,
      {
        answer: ({ socket }) => void socket.write(status(code)),
        create: UnknownOutcomeError,
        others: UnavailableError,
        seen: [1, 3],
        says: /told/,
      } satisfies Fault,
    ]),
  ),
  'a 503 that says when to come back': {
    answer: ({ socket }) => socket.write(status(503, '{"message":"told"}', { 'retry-after': '0' })),
    create: UnknownOutcomeError,
    others: UnavailableError,
    seen: [1, 3],
  },
  'a 429 to the end': {
    answer: ({ socket }) => socket.write(status(429, '{"message":"told"}', { 'retry-after': '0' })),
    create: UnavailableError,
    others: UnavailableError,
    seen: [3, 3],
  },
  'a 429 at first': {
    answer: ({ socket, nth }) => socket.write(nth === 1 ? status(429) : http(200, good)),
    create: 'done',
    others: 'done',
    seen: [2, 2],
  },
  ...Object.fromEntries(
    (
      [
        [401, UnauthorizedError],
        [403, UnauthorizedError],
        [409, RejectedError],
      ] as const
    ).map(([code, refusal]) => [
      `a ${code}`,
      {
        answer: ({ socket }) => void socket.write(status(code)),
        create: refusal,
        others: refusal,
        seen: [1, 1],
      } satisfies Fault,
    ]),
  ),
  'a 404': {
    answer: ({ socket }) => socket.write(status(404)),
    // If even the projects are not found, the address is wrong.
    create: [NotFoundError, InterfaceError],
    others: NotFoundError,
    seen: [1, 1],
  },
  'a 413 with a page': {
    answer: ({ socket }) => socket.write(http(413, '<html>too big</html>', { 'x-a': 'b' })),
    create: RejectedError,
    others: RejectedError,
    seen: [1, 1],
    says: /\(413\)/,
  },
  'a 201': { answer: ({ socket }) => socket.write(http(201, good)), create: 'done', others: 'done', seen: [1, 1] },
  'a 100 Continue that was not asked for': {
    answer: ({ socket }) => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${http(200, good)}`),
    create: UnknownOutcomeError,
    others: UnavailableError,
    seen: [1, 1],
    says: /sent 100 Continue, which was not asked for/,
  },
  'early hints before the answer': {
    answer: ({ socket }) => socket.write(`HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${http(200, good)}`),
    create: 'done',
    others: 'done',
    seen: [1, 1],
  },
}
