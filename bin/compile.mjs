// Makes the compiled code that is shipped with the bundle, by running some of its commands. DECISIONS 129
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compress } from './compress.mjs'

/** The options that run a command as in a terminal, for which testctl loads more than for a file. */
const terminal = {
  flags: ['--import', 'data:text/javascript,process.stdout.isTTY = process.stderr.isTTY = true'],
  stdio: ['ignore', 'pipe', 'pipe'],
}

/** The commands that people and pipelines run first. Those of a noun add to one file, so they run one after the other. */
const sessions = [
  [['--version']],
  [['--help']],
  [['__complete testctl tests l']],
  [['cases list --project DEMO']],
  [['runs list --project DEMO'], ['runs status DEMO-R1'], ['runs submit junit.xml --run DEMO-R1', terminal]],
  [['tests list DEMO-R1'], ['tests list DEMO-R1', terminal], ['tests set DEMO-T1 passed', terminal]],
]

/**
 * Runs these commands with `node` and a cache of their own, and copies that cache to `dist/code` of `root`, or to `to`. The code of a
 * command that cannot run on this system is not shipped: its first run compiles it.
 */
export const compile = async (root, { node = process.execPath, to = join(root, 'dist/code') } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'testctl-build-'))
  try {
    cpSync(join(root, 'src/demo/junit.xml'), join(folder, 'junit.xml'))
    const start = starter([node, join(root, 'bin/testctl.js')], folder)
    const run = async (lines) => {
      for (const [line, how] of lines) await once(start(line, how), 'close')
    }
    await run([['demo', terminal]])
    await Promise.all(sessions.map(run))
    const server = start('serve --store file:testctl-demo.db --port 0 --json', { stdio: ['ignore', 'pipe', 'ignore'] })
    const closed = once(server, 'close')
    const { url, key } = await saidBy(server)
    const remote = { env: { TESTCTL_URL: url, TESTCTL_API_KEY: key } }
    await run([
      ['tests set DEMO-T1 failed', remote],
      ['runs submit junit.xml --run DEMO-R1', remote],
    ])
    server.kill('SIGKILL')
    await closed
    copyFiles(join(folder, 'testctl/code'), to)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Writes to `dist/packed` the compiled code that a package has: that of what all commands share and of a Tab, compressed, for the
 * Node.js that builds and for each of `nodes`, programs of other versions. `isOften` is that of `compress`.
 */
export const packCode = async (root, nodes = [], { isOften = false } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'testctl-code-'))
  const pack = (from) =>
    copyFiles(from, join(root, 'dist/packed'), {
      isWanted: isShared,
      change: (bytes) => compress(bytes, { isOften }),
      suffix: '.br',
    })
  try {
    pack(join(root, 'dist/code'))
    for (const [index, node] of nodes.entries()) {
      const to = join(folder, String(index))
      await compile(root, { node, to })
      if (!readdirSync(to).some(isShared)) throw new Error(`${node} has compiled nothing`)
      pack(to)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const isShared = (name) => /^(main\.cjs-tests|complete\.cjs-__complete)-/.test(name)

/** Returns a function that starts command lines in a folder, which is also the home, in an environment that does not change the code. */
const starter = ([node, program], folder) => {
  const { PATH, SystemRoot } = process.env
  const env = { PATH, SystemRoot, HOME: folder, USERPROFILE: folder, XDG_CACHE_HOME: folder }
  return (line, { flags = [], stdio = 'ignore', env: more } = {}) =>
    spawn(node, [...flags, program, ...line.split(' ')], {
      cwd: folder,
      env: { ...env, TESTCTL_URL: 'file:testctl-demo.db', ...more },
      stdio,
    })
}

/** Returns the JSON that a server prints when it listens; an empty object if it does not start. */
const saidBy = async (server) => {
  let text = ''
  for await (const data of server.stdout) if ((text += data).includes('}')) return JSON.parse(text)
  return {}
}

const copyFiles = (from, to, { isWanted = () => true, change = (bytes) => bytes, suffix = '' } = {}) => {
  mkdirSync(to, { recursive: true })
  // Without their modes: other users than the one who builds may run it.
  for (const name of (existsSync(from) ? readdirSync(from) : []).filter(isWanted))
    writeFileSync(join(to, name + suffix), change(readFileSync(join(from, name))))
}
