import { arch, versions } from 'node:process'
import { version } from '../../package.json'

/**
 * How this testctl came here: for the whole machine, as a package of a project, by pnpm or yarn in a way of their own, for
 * one command (`npx`, `pnpm dlx`), as a clone of the repository, or as a program without Node.js.
 */
export type Installation = 'global' | 'project' | 'pnpm' | 'yarn' | 'temporary' | 'clone' | 'binary'

/** Finds it by the folder of the package. */
export const installationOf = (root: string): Installation => {
  const place = `${root.replaceAll('\\', '/')}/`
  return patterns.find(([pattern]) => pattern.test(place))?.[1] ?? 'clone'
}

/** What testctl runs on, and its version. */
export const runtime = 'bun' in versions ? `Bun ${versions['bun']}` : `Node.js ${versions.node}`

// The first that fits. A prefix of npm has its packages in lib, on Windows in a folder npm or beside node.exe.
const patterns: readonly (readonly [RegExp, Installation])[] = [
  // Where bun has the files that are in the program itself.
  [/^(\/\$bunfs|[A-Z]:\/~BUN)\//, 'binary'],
  [/\/_npx\/|\/dlx(-[^/]+)?\/|\/xfs-[^/]+\/dlx-/, 'temporary'],
  [/\/\.yarn\/|\/__virtual__\/|\.zip\//, 'yarn'],
  // The store that all projects share has links, wherever it is.
  [/\/\.pnpm\/|\/pnpm\/(global|store)\/|\/store\/v\d+\/links\//, 'pnpm'],
  [/\/(lib|npm|nodejs)\/node_modules\/testctl\//, 'global'],
  [/\/node_modules\/testctl\//, 'project'],
]

/** Which testctl this is, and on what it runs: what a report of a defect needs. */
export const describeInstallation = ({ root, node, platform }: { root: string; node: string; platform: string }) => ({
  version,
  installation: installationOf(root),
  path: installationOf(root) === 'binary' ? node : root,
  runtime,
  platform,
  arch: arch as string,
})
