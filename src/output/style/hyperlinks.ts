import { wantsColor } from './color.ts'

/** Makes a text a terminal hyperlink (OSC 8), of the same width. */
export const hyperlink = (url: string, text: string): string => `\u001b]8;;${url}\u001b\\${text}\u001b]8;;\u001b\\`

/**
 * Whether to write hyperlinks: `FORCE_HYPERLINK` decides; otherwise only to a terminal that is known to show them, outside of CI,
 * if colours are wanted. Other terminals may show the escape sequence itself. DECISIONS 215
 */
export const wantsHyperlinks = ({ choice, env, stream }: Parameters<typeof wantsColor>[0]): boolean => {
  const forced = env['FORCE_HYPERLINK']
  if (forced) return forced !== '0' && forced !== 'false'
  if (!stream.isTTY || env['CI'] || !wantsColor({ choice, env, stream })) return false
  const program = env['TERM_PROGRAM'] ?? ''
  // A multiplexer passes on the variables of the terminal in which it was started.
  if (env['TMUX'] || env['STY'] || program === 'tmux') return false
  return (
    programs.includes(program) ||
    terms.test(env['TERM'] ?? '') ||
    Boolean(env['WT_SESSION'] || env['DOMTERM']) ||
    Number(env['VTE_VERSION'] ?? 0) > 5000 ||
    Number(env['KONSOLE_VERSION'] ?? 0) >= 201200
  )
}

const programs = ['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'zed', 'rio', 'WarpTerminal']
const terms = /^(xterm-kitty|xterm-ghostty|alacritty|foot)/
