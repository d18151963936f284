// The copyright and permission texts of everything that is in the bundle.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

// Texts for what a package contains but does not license itself: programs compiled into it, or a text that it forgot.
const added = resolve(import.meta.dirname, 'licences')

/** Returns the packages that the modules of a bundle are from: folder, name, version and licence of each, sorted by name. */
export const packagesOf = (modules) => {
  const folders = new Set(modules.map(packageFolder).filter((folder) => folder !== undefined))
  return [...folders]
    .map((folder) => ({ folder, ...JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) }))
    .map(({ folder, name, version, license }) => ({ folder, name, version, license }))
    .toSorted((one, other) => one.name.localeCompare(other.name) || one.version.localeCompare(other.version))
}

/** Returns the text that goes with the bundle; packages with the same licence text share it. Throws if a package has no text. */
export const noticesOf = (packages) => {
  const byText = new Map()
  for (const { folder, name, version, license } of packages) {
    const texts = textsIn(folder, name)
    if (texts.length === 0) throw new Error(`${name} ${version} has no licence text: add bin/licences/${name}.txt`)
    const text = texts.join(`\n\n${'-'.repeat(40)}\n\n`)
    // Equal texts may differ in their line breaks.
    const words = text.replaceAll(/\s+/g, ' ')
    const shared = byText.get(words) ?? { names: [], text }
    shared.names.push(`${name} ${version} (${license})`)
    byText.set(words, shared)
  }
  const sections = [...byText.values()].map(({ names, text }) => `${names.join('\n')}\n\n${text}\n`)
  return ['testctl contains the packages below, or parts of them.\n', ...sections].join(`\n${'='.repeat(80)}\n\n`)
}

/** Returns the folder of the package of a module; undefined for a module of our own, or one that a plugin made up. */
export const packageFolder = (id) => {
  const at = id.replaceAll('\\', '/').lastIndexOf('/node_modules/')
  if (at === -1 || id.startsWith('\0')) return undefined
  const [scope, name] = id.slice(at + '/node_modules/'.length).split(/[\\/]/)
  return join(id.slice(0, at), 'node_modules', scope, scope.startsWith('@') ? name : '')
}

const textsIn = (folder, name) => {
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  const licences = files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8'))
  const texts = licences.length > 0 ? licences : licenceInReadme(folder)
  const more = join(added, `${name.replace('/', '+')}.txt`)
  if (existsSync(more)) texts.push(readFileSync(more, 'utf8'))
  return texts.map((text) => text.replaceAll('\r', '').trim())
}

const licenceInReadme = (folder) => {
  const readme = readdirSync(folder).find((file) => /^readme/i.test(file))
  const [, text] = /^#+ *licen[cs]e\s+([^]*)/im.exec(readme ? readFileSync(join(folder, readme), 'utf8') : '') ?? []
  return text && /copyright/i.test(text) && /hereby granted|permitted/i.test(text) ? [text] : []
}
