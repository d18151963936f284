import { expect, test } from 'vitest'
import { startServed } from '../served.ts'

// RFC 9112, 3.2.2: the absolute form, which clients send if they take the server for a proxy, and which some proxies send.
test.for<[target: string, host: string, status: number]>([
  ['http://tests.example/v1/projects?limit=1', 'tests.example', 200],
  ['https://tests.example/v1/projects', 'tests.example', 200],
  ['HTTP://Tests.Example:8787/v1/projects', 'tests.example:8787', 200],
  ['http://tests.example', 'tests.example', 404],
])('the target of a request may be a whole address: %s', async ([target, host, status]) => {
  const { dial, secrets } = await startServed()
  const { socket, closed } = dial()
  socket.write(`GET ${target} HTTP/1.1\r\nhost: ${host}\r\nx-api-key: ${secrets.writer}\r\nconnection: close\r\n\r\n`)
  expect(await closed).toContain(`HTTP/1.1 ${status} `)
})

test.for([
  ['http://tests.example/v1/projects', 'elsewhere'],
  ['http://ana@tests.example/v1/projects', 'tests.example'],
  ['http://tests.example//v1/projects', 'tests.example'],
  ['ftp://tests.example/v1/projects', 'tests.example'],
])('one that could be read in two ways is 400: %s at the host %s', async ([target, host]) => {
  const { dial, secrets } = await startServed()
  const { socket, closed } = dial()
  socket.write(`GET ${target} HTTP/1.1\r\nhost: ${host}\r\nx-api-key: ${secrets.writer}\r\nconnection: close\r\n\r\n`)
  expect(await closed).toMatch(/^HTTP\/1\.1 400 /)
})
