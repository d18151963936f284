import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listen, type ListenOptions } from '../../../src/server/http/listen.ts'
import { startServed } from '../served.ts'

const get = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'

/** A server that answers nothing until it is let; `asked` has the requests that it has begun. */
const startWaiting = async (options: ListenOptions = {}) => {
  const asked: string[] = []
  const waiting: (() => void)[] = []
  const server = await listen(async ({ path, readBody }) => {
    asked.push(path)
    if (path === '/body') return { status: 200, headers: {}, body: `${(await readBody(100_000))?.length} bytes` }
    await new Promise<void>((resolve) => void waiting.push(resolve))
    return { status: 200, headers: {}, body: path }
  }, options)
  onTestFinished(async () => void (await server.close({ timeoutMs: 0 })))
  const send = (text: string) => {
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let heard = ''
    socket.on('data', (data) => (heard += data)).on('error', () => undefined)
    const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)))
    socket.write(text)
    return { closed, socket }
  }
  const answer = () => {
    for (const begin of waiting.splice(0)) begin()
  }
  return { asked, answer, send, server }
}

describe('pipelined requests of one connection (DECISIONS 544)', () => {
  test('begin one after another, and the next one when the answer before it is sent', async () => {
    const { asked, answer, send } = await startWaiting()
    const { closed } = send('GET /1 HTTP/1.1\r\nhost: x\r\n\r\nGET /2 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    await expect.poll(() => asked).toEqual(['/1'])
    answer()
    await expect.poll(() => asked).toEqual(['/1', '/2'])
    answer()
    expect((await closed).match(/\/[12]$|\/[12](?=HTTP)/g)).toEqual(['/1', '/2'])
  })

  test('a read behind a change sees it', async () => {
    const { dial, secrets } = await startServed()
    const { socket, closed } = dial()
    const body = '{"name":"Web","identifier":"WEB","icon":"a","color":"#112233"}'.padEnd(70_000)
    socket.write(
      `PUT /v1/projects HTTP/1.1\r\nhost: x\r\nx-api-key: ${secrets.writer}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}` +
        `GET /v1/projects HTTP/1.1\r\nhost: x\r\nx-api-key: ${secrets.writer}\r\nconnection: close\r\n\r\n`,
    )
    expect(await closed).toContain('"total":1')
  })

  test('one behind an answer that closes the connection never begins: a client may send it again', async () => {
    const { asked, answer, send, server } = await startWaiting()
    const { closed } = send(get + get)
    await expect.poll(() => asked).toEqual(['/'])
    const ended = server.close()
    answer()
    expect((await closed).match(/HTTP\/1\.1 200/g)).toEqual(['HTTP/1.1 200'])
    answer()
    await ended
    expect(asked).toEqual(['/'])
  })

  test('one with a body that waits longer than a request may take keeps the answer before it, and gets its own', async () => {
    // A busy machine may need a while for a body that is there.
    const { asked, answer, send } = await startWaiting({ requestTimeout: 2000, headersTimeout: 200 })
    const { closed } = send(
      `${get}PUT /body HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 70000\r\n\r\n${'a'.repeat(70_000)}`,
    )
    await expect.poll(() => asked).toEqual(['/'])
    // Its time ends later than that of the body that waits.
    await send('PUT /half HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n').closed
    answer()
    expect((await closed).match(/HTTP\/1\.1 \d+|70000 bytes/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', '70000 bytes'])
  })

  test('one whose body does not come when its turn has begun is refused (408), after the answer before it', async () => {
    const { asked, answer, send } = await startWaiting({ requestTimeout: 300, headersTimeout: 200 })
    const { closed } = send(`${get}PUT /body HTTP/1.1\r\nhost: x\r\ncontent-length: 70000\r\n\r\na`)
    await expect.poll(() => asked).toEqual(['/'])
    await send('PUT /half HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n').closed
    answer()
    expect((await closed).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 408'])
  })

  test('one that waits with half a body does not cost the answer before it when the server ends, and never begins', async () => {
    const { asked, answer, send, server } = await startWaiting()
    const { closed } = send(`${get}PUT /2 HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nabc`)
    await expect.poll(() => asked).toEqual(['/'])
    const half = send('PUT /half HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n')
    await expect.poll(() => asked).toEqual(['/', '/half'])
    const ended = server.close()
    // A half-sent request without another before it is cut off.
    await half.closed
    answer()
    expect(await closed).toMatch(/^HTTP\/1\.1 200 /)
    expect(await ended).toBe(1)
    expect(asked).toEqual(['/', '/half'])
  })

  test('beyond ten thousand that wait, the connection with the most is closed, and others are served', async () => {
    const { asked, answer, send } = await startWaiting()
    send(get.repeat(100))
    const { closed } = send(get.repeat(11_000))
    await closed
    const { closed: last } = send('GET /last HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    await expect.poll(() => asked).toContain('/last')
    expect(asked.length).toBe(3)
    answer()
    expect(await last).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('what cannot be read behind a request', () => {
  const statuses = (heard: string) => heard.match(/HTTP\/1\.1 \d+/g)

  test.for([
    ['is not HTTP', 'no HTTP\r\n\r\n'],
    ['has a method that nobody knows', 'BREW /pot HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['has a body that is not chunked', 'PUT /2 HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nno chunk\r\n'],
  ])('leaves it its answer, which is the last one, if it %s', async ([, garbage]) => {
    const { asked, answer, send } = await startWaiting()
    const { closed, socket } = send(get + garbage)
    await expect.poll(() => asked).toEqual(['/'])
    socket.write('more that is not HTTP')
    answer()
    const heard = await closed
    expect(statuses(heard)).toEqual(['HTTP/1.1 200'])
    expect(heard).toMatch(/connection: close/i)
    expect(asked).toEqual(['/'])
  })

  test('closes the connection if it asks for a tunnel, which Node forgets: no server would end', async () => {
    const { send, server } = await startWaiting()
    const { closed } = send(`${get}CONNECT x:443 HTTP/1.1\r\nhost: x\r\n\r\n`)
    expect(await closed).toBe('')
    expect(await server.close()).toBe(0)
  })

  test('leaves all requests before it their answers', async () => {
    const { asked, answer, send } = await startWaiting()
    const { closed } = send(`${get}${get}no HTTP\r\n\r\n`)
    await expect.poll(() => asked).toEqual(['/'])
    answer()
    await expect.poll(() => asked).toEqual(['/', '/'])
    answer()
    expect(statuses(await closed)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  })

  test('leaves it its answer if it is a head that does not arrive in time', async () => {
    const { asked, answer, send } = await startWaiting({ requestTimeout: 300, headersTimeout: 200 })
    const { closed } = send(`${get}PUT /2 HTTP/1.1\r\nhost: x\r\n`)
    await expect.poll(() => asked).toEqual(['/'])
    // Its time ends later than that of the head that stalls.
    await send('PUT /half HTTP/1.1\r\nhost: x\r\n').closed
    answer()
    expect(statuses(await closed)).toEqual(['HTTP/1.1 200'])
  })

  test('leaves it the rest of its answer if that is under way', async () => {
    const body = 'a'.repeat(20_000_000)
    const server = await listen(async () => ({ status: 200, headers: {}, body }))
    onTestFinished(async () => void (await server.close({ timeoutMs: 0 })))
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
    let bytes = 0
    socket.write(get)
    await new Promise((resolve) => socket.once('readable', resolve))
    socket.write('no HTTP\r\n\r\n')
    // The next turns of the server see the garbage before there is room for the rest of the answer.
    await sleep(100)
    socket.on('data', (data) => (bytes += data.length))
    await new Promise((resolve) => socket.once('close', resolve))
    expect(bytes).toBeGreaterThan(body.length)
  })

  test('of a body that is longer than its length says, the answer tells the reason', async () => {
    const { dial, secrets } = await startServed()
    const { socket, closed } = dial()
    const body = '{"name":"Prüfstände","identifier":"WEB","icon":"","color":""}'
    socket.write(
      `PUT /v1/projects HTTP/1.1\r\nhost: x\r\nx-api-key: ${secrets.writer}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    expect(await closed).toMatch(/^HTTP\/1\.1 400 .*the body is not JSON/s)
  })

  test('is in the log once', async () => {
    const { dial, logged, secrets } = await startServed()
    const { socket, closed } = dial()
    socket.write(`GET /v1/projects HTTP/1.1\r\nhost: x\r\nx-api-key: ${secrets.writer}\r\n\r\nno HTTP\r\n\r\n`)
    socket.write('more that is not HTTP')
    await closed
    const statusesLogged = logged().lines.map(({ status }) => status)
    expect(statusesLogged.toSorted()).toEqual([200, 400])
  })
})
