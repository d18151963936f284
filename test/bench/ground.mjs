// What the benchmarks that time whole processes have in common: an empty folder, and services to ask.
import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const folder = mkdtempSync(join(tmpdir(), 'testctl-bench-'))

/** Starts a service that has a run of so many tests: where it is, and its process. */
export const startService = async (tests) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'server.mjs'), String(tests)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise((found) => child.stdout.once('data', (data) => found(String(data).trim())))
  return { url, child }
}

/** The environment of a command that asks the service at this address, and nothing else of the user's. */
export const environmentFor = (url) => {
  // A CA bundle in the environment makes Node 20 parse it at every start; it is not what is measured.
  const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env
  return { ...inherited, TESTCTL_URL: url, TESTCTL_API_KEY: 'bench', TESTCTL_CONFIG_DIR: folder }
}
