import { join } from 'node:path'
import { backUp } from '../../../src/store/maintenance/backup.ts'

// A program that prints when it begins, and then backs up a store again and again.
// Usage: keeper STORE FILE

const [store = '', file = ''] = process.argv.slice(2)
const folder = process.cwd()

console.log('begins')
for (;;)
  await backUp(
    { from: `file:${store}`, to: { label: file, path: join(folder, file) }, force: true },
    { folder, now: () => new Date() },
  )
