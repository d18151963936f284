import { wantsColor } from './color.ts'

/** Makes a text a link of a terminal (OSC 8). Its width stays what it was. */
export const hyperlink = (url: string, text: string): string => `\u001b]8;;${url}\u001b\\${text}\u001b]8;;\u001b\\`

/**
 * Whether a terminal shows links: `FORCE_HYPERLINK` says so, else it is one that is known to, outside of CI and where colours
 * are wanted. Others may show the escape sequence itself. DECISIONS 215
 */
export const wantsHyperlinks = ({ choice, env, stream }: Parameters<typeof wantsColor>[0]): boolean => {
  const forced = env['FORCE_HYPERLINK']
  if (forced) return forced !== '0' && forced !== 'false'
  if (!stream.isTTY || env['CI'] || !wantsColor({ choice, env, stream })) return false
  const program = env['TERM_PROGRAM'] ?? ''
  // A multiplexer passes the variables of the terminal on that it was started in.
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
