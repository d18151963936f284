import { machinePath, type Seen, type World } from '../../helpers/world.ts'

/** Types the line of a hint as a shell takes it: `&&` between commands, and pipes between them. */
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

/** The line after `try:` in what an error says; undefined where nothing is to be typed. */
export const lineIn = (stderr: string): string | undefined => /^ {2}try: (testctl .*)$/m.exec(stderr)?.[1]
