// Builds dist/ from src/: the bundle, the command tree as data, and what has to go with the packages in the bundle.
import { rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { bundleAll, bundleTree, root } from './bundle.mjs'
import { noticesOf, packagesOf } from './notices.mjs'
import { billOf } from './sbom.mjs'

const dist = resolve(root, 'dist')
rmSync(dist, { recursive: true, force: true })
// Completion reads the command tree as data, which takes a tenth of what it takes to make it. So it is made here.
await bundleTree(dist)
const { draw, processIo } = createRequire(import.meta.url)(resolve(dist, 'tree.cjs'))
const tree = await draw(processIo(root))
rmSync(dist, { recursive: true })

const packages = packagesOf(await bundleAll())
writeFileSync(resolve(dist, 'tree.json'), JSON.stringify(tree))
writeFileSync(resolve(dist, 'THIRD-PARTY-NOTICES'), noticesOf(packages))
// Where a package is made of it; it takes npm a second. DECISIONS 98
if (['pack', 'publish'].includes(process.env.npm_command))
  writeFileSync(resolve(dist, 'sbom.cdx.json'), await billOf(root, packages))
