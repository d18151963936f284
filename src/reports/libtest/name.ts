/**
 * Splits the name of a Rust test into its name and its module as the class: `shop::cart::adds` is `adds` of `shop::cart`. An example in
 * the documentation is named by its file and its item, without its line, which moves with each change above it. DECISIONS 511
 */
export const rustNameOf = (name: string): { name: string; classname: string | undefined } => {
  const [, path, item] = example.exec(name) ?? []
  if (path !== undefined && item !== undefined) {
    // On Windows it is src\lib.rs.
    const file = path.replaceAll('\\', '/')
    return { name: withoutLine(item) || file, classname: file }
  }
  const at = name.lastIndexOf('::')
  return { name: at < 0 ? name : name.slice(at + 2), classname: at > 0 ? name.slice(0, at) : undefined }
}

// The line follows the item, or stands alone.
const withoutLine = (item: string): string => item.replace(/(?:^|\s)\(line \d{1,9}\)/, '')

// src/lib.rs - add (line 2), src/lib.rs - (line 5), src/lib.rs - cart::add (line 2) - compile
const example = /^(\S{1,1000}\.(?:rs|md)) - (.*\(line \d{1,9}\).*)$/
