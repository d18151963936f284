// Builds dist/ from src/: the bundle, its compiled code, the command tree as data, and the licence texts of the packages in it.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, resolve } from 'node:path'
import { bundleAll, bundleTree, root } from './bundle.mjs'
import { compile, packCode } from './compile.mjs'
import { noticesOf, packagesOf } from './notices.mjs'
import { billOf } from './sbom.mjs'

const dist = resolve(root, 'dist')

/**
 * Wraps every file that bin/code-cache.js loads in the function that it runs, so that it need not copy the text, and puts an id of
 * this build at its beginning. DECISIONS 128
 */
const wrap = () => {
  const names = readdirSync(dist).filter((name) => name.endsWith('.cjs'))
  const files = names.toSorted().map((name) => [resolve(dist, name), readFileSync(resolve(dist, name), 'latin1')])
  const id = createHash('sha256').update(JSON.stringify(files.map(([, text]) => text)))
  const beginning = `/*${id.digest('hex').slice(0, 16)}*/(function (exports, require, module, __filename, __dirname) { `
  for (const [file, text] of files) writeFileSync(file, `${beginning}${text}\n})`, 'latin1')
}

/** Builds dist/ anew. Adds what only a package needs if `isPackage`, because that takes two seconds. DECISIONS 98, 129 */
export const makeDist = async ({ isPackage }) => {
  rmSync(dist, { recursive: true, force: true })
  // Completion reads the command tree as data, which takes a tenth of the time that creating the tree would take.
  await bundleTree(dist)
  const { draw, processIo } = createRequire(import.meta.url)(resolve(dist, 'tree.cjs'))
  const tree = await draw(processIo(root))
  rmSync(dist, { recursive: true })

  const modules = await bundleAll()
  const packages = packagesOf(modules)
  wrap()
  writeFileSync(resolve(dist, 'tree.json'), JSON.stringify(tree))
  writeFileSync(resolve(dist, 'THIRD-PARTY-NOTICES'), noticesOf(packages))
  await compile(root)
  if (isPackage) {
    writeFileSync(resolve(dist, 'sbom.cdx.json'), await billOf(root, packages))
    await packCode(root, process.env.TESTCTL_PACK_NODES?.split(delimiter))
  } else {
    // Tests compare the notices with this list; finding the modules once more would take two seconds.
    writeFileSync(resolve(dist, '.modules.json'), JSON.stringify(modules))
  }
}
