import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from '../../src/system/async/once.ts'
import { root } from '../helpers/world.ts'

/** Returns a file of the code cache with the compiled code of another script, as long as the bundle. V8 takes it for that of the bundle. */
export const foreignCode = once((): Buffer => {
  const { length } = readFileSync(join(root, 'dist/main.cjs'), 'latin1')
  const payload = "(function () { process.stdout.write('OWNED');process.exit(0) })"
  // Compiled in a new process: V8 rejects code that was made with other flags, and the workers of the tests have some.
  const program = `new (require('node:vm').Script)(${JSON.stringify(payload)}.padEnd(${length})).createCachedData()`
  const code = execFileSync(process.execPath, ['-e', `process.stdout.write(${program})`])
  let sum = code.length
  for (let at = 0; at + 4 <= code.length; at += 512) sum = (Math.imul(sum, 31) + code.readInt32LE(at)) | 0
  const index = JSON.stringify({ verbs: [''], files: [['main.cjs', code.length, sum]] })
  const head = Buffer.alloc(Math.ceil((4 + index.length) / 8) * 8)
  head.writeUInt32LE(index.length)
  head.write(index, 4)
  return Buffer.concat([head, code])
})
