import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { sharedCache, testctl } from '../../helpers/program.ts'
import { type Remote, startRemote } from '../../helpers/remote.ts'

const key = 'test-key-1234567890'

/** A folder with a folder `cases` in it, a service with the empty project WEB, and imports as processes of their own, to be killed. */
export type Importing = {
  folder: string
  remote: Remote
  projectId: string
  /** Starts `testctl cases import`; `-p WEB` comes with it. */
  start: (path: string) => ReturnType<typeof startImport>
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
    close: async () => {
      await remote.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const startImport = (path: string, { folder, url }: { folder: string; url: string }) => {
  const [file, words] = testctl(['cases', 'import', path, '-p', 'WEB'])
  const own = { HOME: folder, XDG_CACHE_HOME: sharedCache() }
  const env = { PATH: process.env['PATH'], ...own, TESTCTL_URL: url, TESTCTL_API_KEY: key }
  return execa(file, words, { cwd: folder, env, extendEnv: false, reject: false })
}
