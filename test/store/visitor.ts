import { TestctlError } from '../../src/errors.ts'
import { openStore } from '../../src/store/index.ts'
import { insertProject, listProjects } from './rows.ts'

// A program that reads a store and then tries to write. Prints on stdout that it begins, and the outcome.
// Usage: visitor FILE [SIZE]: how many bytes it writes

const [file = '', size = '1'] = process.argv.slice(2)

const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
  try {
    const value = await work()
    console.log(`${what}: ok`)
    return value
  } catch (error) {
    if (!(error instanceof TestctlError)) throw error
    console.log(`${what}: ${error.name}: ${error.message}`)
    return undefined
  }
}

console.log('begins')
const store = await attempt('open', () => openStore(`file:${file}`))
if (store) {
  const before = await attempt('read', () => listProjects(store))
  await attempt('write', () => insertProject(store, `P${before?.length}${'x'.repeat(Number(size))}`))
  const after = await attempt('read again', () => listProjects(store))
  console.log(`${before?.length} then ${after?.length}`)
  await store.close()
}
