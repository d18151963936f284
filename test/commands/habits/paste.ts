import { machinePath, type Seen, type World } from '../../helpers/world.ts'

/** Runs the line of a hint as a shell would, with `&&` and pipes, up to the first failure. Returns what the last command printed. */
export const paste = async ({ type }: Pick<World, 'type'>, line: string): Promise<Seen> => {
  let seen: Seen = { stdout: '', stderr: '', exitCode: 0 }
  for (const whole of line.split(/ && (?=testctl )/)) {
    let stdin = ''
    for (const part of whole.split(/ \| (?=testctl )/)) {
      seen = await type(part, { stdin, env: machinePath })
      if (seen.exitCode !== 0) return seen
      stdin = seen.stdout
    }
  }
  return seen
}

/** Returns the line after `try:` in an error; undefined if there is no line to type. */
export const lineIn = (stderr: string): string | undefined => /^ {2}try: (testctl .*)$/m.exec(stderr)?.[1]
