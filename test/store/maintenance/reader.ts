import { TestctlError } from '../../../src/errors.ts'
import { backUp } from '../../../src/store/maintenance/backup.ts'
import { check } from '../../../src/store/maintenance/check.ts'
import { copyStore } from '../../../src/store/maintenance/copy.ts'
import { restore } from '../../../src/store/maintenance/restore.ts'

// A program that checks, backs up, copies and restores from a store, which only read it. Prints the outcome of each on stdout.
// Usage: reader FILE FOLDER: the store, and a folder for the files that are made

const [file = '', folder = ''] = process.argv.slice(2)
const setting = { folder, now: () => new Date() }
const from = `file:${file}`

const attempt = async (what: string, work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
    console.log(`${what}: ok`)
  } catch (error) {
    if (!(error instanceof TestctlError)) throw error
    console.log(`${what}: ${error.message}`)
  }
}

await attempt('check', async () => {
  const { counts } = await check(from, setting)
  if (counts?.projects !== 1) throw new Error('it has one project')
})
await attempt('backup', () => backUp({ from, to: { label: 'a.db', path: `${folder}/a.db` } }, setting))
await attempt('copy', () => copyStore({ from, to: 'file:b.db' }, setting))
await attempt('restore', () => restore({ file: { label: file, path: file }, to: 'file:c.db', replace: false }, setting))
