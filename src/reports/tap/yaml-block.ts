/** The lines of a YAML block below a test, from `---` to `...`, up to a size; `add` is true for a line that ends it. */
export type YamlBlock = { lines: readonly string[]; add: (text: string) => boolean }

/** Opens a block if a line begins one; undefined for any other line. */
export const openYamlBlock = (text: string): YamlBlock | undefined => {
  const margin = text.includes('---') ? /^(\s+)---\s*$/.exec(text)?.[1] : undefined
  if (!margin) return undefined
  const end = `${margin}...`
  const lines: string[] = []
  let room = mostYaml
  return {
    lines,
    add: (line) => {
      if (line.startsWith(end) && line.trimEnd() === end) return true
      room -= line.length
      if (room > 0) lines.push(line.startsWith(margin) ? line.slice(margin.length) : ` ${line}`)
      return false
    },
  }
}

const mostYaml = 64 * 1024
