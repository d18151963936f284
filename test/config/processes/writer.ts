// A process that stores one profile after another, and prints the name of each: `node writer.cjs FOLDER PREFIX COUNT`.
import { openStorage } from '../../../src/config/profiles/storage.ts'

const [folder = '', prefix = '', count = '0'] = process.argv.slice(2)
process.umask(0)
const storage = openStorage(
  { env: { TESTCTL_CONFIG_DIR: folder }, cwd: folder, platform: process.platform },
  { timeoutMs: 100 },
)

const write = async () => {
  for (let number = 1; number <= Number(count); number++) {
    const name = `${prefix}${number}`
    await storage.update((stored) => ({ ...stored, profiles: { ...stored.profiles, [name]: { project: name } } }))
    process.stdout.write(`${name}\n`)
  }
}

void write()
