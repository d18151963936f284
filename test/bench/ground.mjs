// Shared by the benchmarks that time whole processes: an empty folder, and services to ask.
import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const folder = mkdtempSync(join(tmpdir(), 'testctl-bench-'))

/** Starts a service with a run of so many tests. Returns its address and its process. */
export const startService = async (tests) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'server.mjs'), String(tests)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise((found) => child.stdout.once('data', (data) => found(String(data).trim())))
  return { url, child }
}

/** Returns the environment of a command that asks the service at this address and ignores the user's configuration. */
export const environmentFor = (url) => {
  // Node 20 would parse a CA bundle from the environment at every start, which is not to be measured.
  const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env
  return { ...inherited, TESTCTL_URL: url, TESTCTL_API_KEY: 'bench', TESTCTL_CONFIG_DIR: folder }
}
