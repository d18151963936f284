import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import { blocksOf } from '../repository/blocks.ts'
import { freePort, isListening } from './ports.ts'

/** Starts a HAProxy with the configuration of the guide, except for TLS, in front of servers at these ports of this machine. */
export const startProxy = async (ports: readonly number[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'testctl-proxy-'))
  const [port, statePort] = [await freePort(), await freePort()]
  const [guide = ''] = blocksOf('src/docs/server.md', 'haproxy')
  const left = [...ports]
  const config = guide
    .replace(/bind .*/, `bind 127.0.0.1:${port}`)
    .replace('inter 1s', 'inter 1s downinter 100ms')
    .replace(/^( +server \w+) .*$/gm, (_, name: string) => `${name} 127.0.0.1:${left.shift()}`)
  const path = join(folder, 'haproxy.cfg')
  const state = ['listen state', `  bind 127.0.0.1:${statePort}`, '  stats enable', '  stats uri /', '']
  writeFileSync(path, [config, ...state].join('\n'))
  const proxy = execa('haproxy', ['-db', '-f', path], { reject: false, all: true })
  while (!(await isListening(port))) {
    if (typeof proxy.exitCode === 'number') throw new Error((await proxy).all)
    await sleep(20)
  }
  /** Returns how many servers the proxy sends requests to, by its own status page. */
  const serversUp = async (): Promise<number> => {
    const table = await (await fetch(`http://127.0.0.1:${statePort}/;csv`)).text()
    return table.split('\n').filter((line) => /^servers,(?!BACKEND)/.test(line) && line.includes(',UP,')).length
  }
  return {
    url: `http://127.0.0.1:${port}`,
    /** Waits until the proxy has noticed that exactly `count` servers are ready. */
    sees: async (count: number) => {
      while ((await serversUp()) !== count) await sleep(20)
    },
    remove: async () => {
      proxy.kill('SIGKILL')
      await proxy
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
