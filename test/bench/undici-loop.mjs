// The yardstick for a batch: sets results with only undici's Pool, with as many connections as testctl uses.
import { readFileSync } from 'node:fs'
import { Pool } from 'undici'

const [url, file, connections] = process.argv.slice(2)
const changes = readFileSync(file, 'utf8').trim().split('\n').map(JSON.parse)
const pool = new Pool(url, { connections: Number(connections) })
const queue = changes.values()
const work = async () => {
  for (const { test, result } of queue) {
    const { body } = await pool.request({
      method: 'POST',
      path: `/v1/tests/${test}`,
      headers: { 'content-type': 'application/json', 'x-api-key': 'bench' },
      body: JSON.stringify({ result }),
    })
    await body.json()
  }
}
await Promise.all(Array.from({ length: Number(connections) }, work))
await pool.close()
