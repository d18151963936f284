import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { arch, platform } from 'node:process'
import { version } from '../../package.json'
import { quoteWord } from '../../src/system/shell-line.ts'
import { testctl } from '../helpers/program.ts'
import { root } from '../helpers/world.ts'

/** The shell command that starts the testctl of this repository. */
export const started = testctl([]).flat().map(quoteWord).join(' ')

/** A stand-in for the program of a release for this machine: it starts the testctl of this repository. */
export const program = `#!/bin/sh\nexec ${started} "$@"\n`

/** The name that it has in a release. */
export const file = `testctl-${platform === 'darwin' ? 'macos' : platform}-${arch}`

/** Returns the files of a release that an installation downloads. */
export const release = async (): Promise<Record<string, string>> => ({
  [file]: program,
  SHA256SUMS: `${'0'.repeat(64)}  ${file}-musl\n${createHash('sha256').update(program).digest('hex')}  ${file}\n`,
  'install.sh': await readFile(`${root}/.github/actions/install.sh`, 'utf8'),
})

/** Starts a server that has one release, that of this version. Its address is the folder of all releases. */
export const serveRelease = async (files: Readonly<Record<string, string>>) => {
  const folder = `/v${version}/`
  const server = createServer(({ url = '' }, response) => {
    const found = url.startsWith(folder) ? files[url.slice(folder.length)] : undefined
    response.writeHead(found === undefined ? 404 : 200).end(found)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => new Promise((resolve) => server.close(resolve)) }
}
