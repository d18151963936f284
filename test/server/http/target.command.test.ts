import { expect, test } from 'vitest'
import { startServed } from '../served.ts'

// RFC 9112, 3.2.2: the absolute form, which clients send if they take the server for a proxy, and which some proxies send.
test.for<[target: string, host: string, status: number]>([
  ['http://tests.example/v1/projects?limit=1', 'tests.example', 200],
  ['https://tests.example/v1/projects', 'tests.example', 200],
  ['HTTP://Tests.Example:8787/v1/projects', 'tests.example:8787', 200],
  ['http://tests.example', 'tests.example', 404],
  // The host of the address counts, not that of the header.
  ['http://tests.example:80/v1/projects', 'tests.example', 200],
  ['http://[::1]:8787/v1/projects', 'elsewhere', 200],
])('the target of a request may be a whole address: %s', async ([target, host, status]) => {
  const { dial, secrets } = await startServed()
  const { socket, closed } = dial()
  socket.write(`GET ${target} HTTP/1.1\r\nhost: ${host}\r\nx-api-key: ${secrets.writer}\r\nconnection: close\r\n\r\n`)
  expect(await closed).toContain(`HTTP/1.1 ${status} `)
})

test.for([
  ['http:///v1/projects', ''],
  ['http://:80/v1/projects', ''],
  ['http://a,b/v1/projects', 'a,b'],
  ['http://ana@tests.example/v1/projects', 'tests.example'],
  ['http://tests.example//v1/projects', 'tests.example'],
  ['ftp://tests.example/v1/projects', 'tests.example'],
])('one that could be read in two ways is 400: %s at the host %s', async ([target, host]) => {
  const { dial, secrets } = await startServed()
  const { socket, closed } = dial()
  socket.write(`GET ${target} HTTP/1.1\r\nhost: ${host}\r\nx-api-key: ${secrets.writer}\r\nconnection: close\r\n\r\n`)
  expect(await closed).toMatch(/^HTTP\/1\.1 400 /)
})

test('a form comes from the host of the address, whatever the Host header names', async () => {
  const { dial } = await startServed()
  const post = (host: string) => {
    const { socket, closed } = dial()
    socket.write(
      `POST http://tests.example/settings/sign-in HTTP/1.1\r\nhost: elsewhere\r\norigin: http://${host}\r\ncontent-type: text/plain\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
    )
    return closed
  }
  // Only a form of a page of this server is read at all.
  expect(await post('tests.example')).toMatch(/^HTTP\/1\.1 415 /)
  expect(await post('elsewhere')).toMatch(/^HTTP\/1\.1 403 /)
})
