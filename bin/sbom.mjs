// Lists what is in the package, for vulnerability scanners: npm does not see what is bundled.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Returns a bill of materials in CycloneDX: npm's data on the bundled packages and on those installed beside them. DECISIONS 98 */
export const billOf = async (root, packages) => {
  const { stdout } = await promisify(execFile)('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  const bill = JSON.parse(stdout)
  const bundled = new Set(packages.map(({ name, version }) => `${name}@${version}`))
  const isDevelopment = ({ properties = [] }) => properties.some(({ name }) => name === 'cdx:npm:package:development')
  const components = bill.components
    .filter((component) => bundled.has(`${component.name}@${component.version}`) || !isDevelopment(component))
    .map((component) => shipped(component, bundled))
  const refs = new Set([bill.metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])])
  const missing = [...bundled].filter((one) => !components.some(({ name, version }) => `${name}@${version}` === one))
  if (missing.length > 0) throw new Error(`npm knows nothing of ${missing.join(', ')}`)
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }))
  return JSON.stringify({ ...bill, components, dependencies })
}

// npm takes a bundled package for a development dependency.
const shipped = (component, bundled) =>
  bundled.has(`${component.name}@${component.version}`)
    ? {
        ...component,
        scope: 'required',
        properties: component.properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
      }
    : component
