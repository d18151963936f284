import { Chalk } from 'chalk'
import type { Palette } from './color.ts'

/** Creates the palette, from the sixteen colours that every terminal has. The caller has decided that colours are wanted. */
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
