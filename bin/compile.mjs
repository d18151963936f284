// Makes the compiled code that comes along with the bundle, by running some commands of it. DECISIONS 129
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compress } from './compress.mjs'

/** As in a terminal, for which more is loaded than for a file. */
const terminal = {
  flags: ['--import', 'data:text/javascript,process.stdout.isTTY = process.stderr.isTTY = true'],
  stdio: ['ignore', 'pipe', 'pipe'],
}

/** What people and pipelines run first. Those of a noun add to one file, so that they run one after the other. */
const sessions = [
  [['--version']],
  [['--help']],
  [['__complete testctl tests l']],
  [['cases list --project DEMO']],
  [['runs list --project DEMO'], ['runs status DEMO-R1'], ['runs submit junit.xml --run DEMO-R1', terminal]],
  [['tests list DEMO-R1'], ['tests list DEMO-R1', terminal], ['tests set DEMO-T1 passed', terminal]],
]

/**
 * Puts into `dist/code` of `root`, or elsewhere, what these commands leave in a cache of their own when `node` runs them. What
 * cannot run on this system does not come along: whoever runs it first compiles it.
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
 * Puts into `dist/packed` what a package takes along: the code of what all commands share and of a Tab, compressed, for the
 * Node.js that builds, and for each of these programs of other versions. `isOften` is that of `compress`.
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

/** Starts lines in a folder that is the home as well, with nothing of the environment that would change the code. */
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

/** What a server says in JSON when it listens; nothing where it does not start. */
const saidBy = async (server) => {
  let text = ''
  for await (const data of server.stdout) if ((text += data).includes('}')) return JSON.parse(text)
  return {}
}

const copyFiles = (from, to, { isWanted = () => true, change = (bytes) => bytes, suffix = '' } = {}) => {
  mkdirSync(to, { recursive: true })
  // Not by their modes: others than who builds may be those who run it.
  for (const name of (existsSync(from) ? readdirSync(from) : []).filter(isWanted))
    writeFileSync(join(to, name + suffix), change(readFileSync(join(from, name))))
}
