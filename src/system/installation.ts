import { arch, versions } from 'node:process'
import { version } from '../../package.json'

/**
 * How this testctl was installed: globally, as a dependency of a project, by pnpm or yarn in their own way, for one command (`npx`,
 * `pnpm dlx`), as a clone of the repository, or as an executable without Node.js.
 */
export type Installation = 'global' | 'project' | 'pnpm' | 'yarn' | 'temporary' | 'clone' | 'binary'

/** Detects the installation from the folder of the package. */
export const installationOf = (root: string): Installation => {
  const place = `${root.replaceAll('\\', '/')}/`
  return patterns.find(([pattern]) => pattern.test(place))?.[1] ?? 'clone'
}

/** The name and version of the runtime. */
export const runtime = 'bun' in versions ? `Bun ${versions['bun']}` : `Node.js ${versions.node}`

// The first match counts. npm installs global packages below lib; on Windows, in a folder npm or beside node.exe.
const patterns: readonly (readonly [RegExp, Installation])[] = [
  // Bun's virtual folder for the files inside an executable.
  [/^(\/\$bunfs|[A-Z]:\/~BUN)\//, 'binary'],
  [/\/_npx\/|\/dlx(-[^/]+)?\/|\/xfs-[^/]+\/dlx-/, 'temporary'],
  [/\/\.yarn\/|\/__virtual__\/|\.zip\//, 'yarn'],
  // pnpm's shared store has a folder `links`, wherever the store is.
  [/\/\.pnpm\/|\/pnpm\/(global|store)\/|\/store\/v\d+\/links\//, 'pnpm'],
  [/\/(lib|npm|nodejs)\/node_modules\/testctl\//, 'global'],
  [/\/node_modules\/testctl\//, 'project'],
]

/** Describes this testctl and what it runs on, for bug reports. */
export const describeInstallation = ({ root, node, platform }: { root: string; node: string; platform: string }) => ({
  version,
  installation: installationOf(root),
  path: installationOf(root) === 'binary' ? node : root,
  runtime,
  platform,
  arch: arch as string,
})
