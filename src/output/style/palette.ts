import { Chalk } from 'chalk'
import type { Palette } from './color.ts'

/** The colours, of the sixteen that every terminal has. Whether they are wanted is decided before. */
export const createPalette = (): Palette => {
  const chalk = new Chalk({ level: 1 })
  const tones = {
    passed: chalk.green,
    failed: chalk.red,
    inProgress: chalk.yellow,
    untested: chalk.gray,
    heading: chalk.bold,
    faint: chalk.dim,
    error: chalk.red.bold,
    key: chalk.blue.bold,
    string: chalk.green,
    literal: chalk.yellow,
  }
  return (tone, text) => tones[tone](text)
}
