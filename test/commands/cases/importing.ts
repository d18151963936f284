import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect } from 'vitest'
import { sharedCache, testctl } from '../../helpers/program.ts'
import { type Remote, startRemote } from '../../helpers/remote.ts'
import { typeLine } from '../../helpers/world.ts'

const key = 'test-key-1234567890'

/** A folder that contains `cases`, a service with the empty project WEB, and imports in processes that a test can kill. */
export type Importing = {
  folder: string
  remote: Remote
  projectId: string
  /** Starts `testctl cases import PATH -p WEB` as a process. */
  start: (path: string) => ReturnType<typeof startImport>
  /** Runs an import in this process and returns its stdout. It must exit with 0 and leave stderr empty. */
  complete: (path: string) => Promise<string>
  close: () => Promise<void>
}

export const createImporting = async (): Promise<Importing> => {
  const folder = await mkdtemp(join(tmpdir(), 'testctl-'))
  await mkdir(join(folder, 'cases'))
  const remote = await startRemote(key)
  const { project } = await remote.api.projects.create({ name: 'Web', identifier: 'WEB', icon: 'i', color: '#000000' })
  return {
    folder,
    remote,
    projectId: project.id,
    start: (path) => startImport(path, { folder, url: remote.url }),
    complete: async (path) => {
      const env = envOf({ folder, url: remote.url })
      const { stdout, stderr, exitCode } = await typeLine(`testctl ${wordsOf(path).join(' ')}`, { cwd: folder, env })
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
      return stdout
    },
    close: async () => {
      await remote.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Place = { folder: string; url: string }

const startImport = (path: string, { folder, url }: Place) => {
  const [file, words] = testctl(wordsOf(path))
  return execa(file, words, { cwd: folder, env: envOf({ folder, url }), extendEnv: false, reject: false })
}

const wordsOf = (path: string): string[] => ['cases', 'import', path, '-p', 'WEB']

const envOf = ({ folder, url }: Place) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  XDG_CACHE_HOME: sharedCache(),
  TESTCTL_URL: url,
  TESTCTL_API_KEY: key,
})
