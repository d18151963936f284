import type { Outcome } from '../reports/outcome.ts'

/** Replaces secrets by `[masked]`. */
export type Mask = (text: string) => string

/**
 * Returns a Mask for text that looks like a secret (keys and tokens of common services, passwords in addresses,
 * private keys), and for the value of every environment variable whose name says that it is a secret: everybody who sees a
 * comment can read what a failing test printed. `others` are further values to mask, such as a stored key. DECISIONS 37
 */
export const createMask = (env: Readonly<Record<string, string | undefined>>, others: readonly string[] = []): Mask => {
  const named = Object.entries(env).flatMap(([name, value]) => (secretName.test(name) && value ? [value] : []))
  const values = [...new Set([...named, ...others].flatMap(formsOf))]
    .filter((value) => value.length >= shortest)
    .sort((one, other) => other.length - one.length)
  return (text) => {
    let masked = text
    for (const value of values) masked = masked.replaceAll(value, hidden)
    if (masked.includes('.eyJ')) masked = masked.replace(webToken, hide)
    for (const pattern of patterns) masked = masked.replace(pattern, hide)
    return masked
  }
}

/** Masks the secrets in a result's names; undefined if they contain no secret. */
export const maskNames = (outcome: Outcome, mask: Mask): Outcome | undefined => {
  const { suite, classname, name } = outcome
  // Most names have no secret: search them joined, and one by one only if that finds something.
  const whole = [...suite, classname, name].join('\n')
  if (mask(whole) === whole) return undefined
  const masked = {
    suite: suite.map(mask),
    name: mask(name),
    ...(classname !== undefined && { classname: mask(classname) }),
  }
  const isSame =
    masked.name === name && masked.classname === classname && masked.suite.every((one, at) => one === suite[at])
  return isSame ? undefined : { ...outcome, ...masked }
}

const hidden = '[masked]'

// Shorter values occur by chance, and masking them would make messages unreadable.
const shortest = 6

const secretName = /secret|token|key|passw(?:or)?d|passwd|passphrase|credential/i

// A secret may appear encoded in an address, a header or JSON. One of several lines may be printed line by line.
const formsOf = (value: string): string[] => [
  value,
  value.trim(),
  encodeURIComponent(value.toWellFormed()),
  Buffer.from(value).toString('base64').replace(/=+$/, ''),
  JSON.stringify(value).slice(1, -1),
  ...(value.includes('\n') ? value.split('\n').map((line) => line.trim()) : []),
]

// Keeps the captured group: the text before the secret.
const hide = (...[, kept]: unknown[]): string => (typeof kept === 'string' ? `${kept}${hidden}` : hidden)

const patterns: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
  /\bhv[sbr]\.[\w-]{10,}/g,
  /\b((?:Set-)?Cookie["']?\s*[:=][\s"'[]{0,5}[\w!#$%&*+.^|~-]{1,100}=)[^\r\n]+/gi,
  /\b(?:gh[pousr]_\w{30,}|github_pat_\w{30,}|glpat-[\w-]{20,})/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bxox[abeoprs]-[\w-]{10,}/g,
  /\b(?:sk|rk|pk)_(?:live|test)_\w{10,}/g,
  /\bsk-[\w-]{20,}/g,
  /\bAIza[\w-]{35}/g,
  /\bnpm_\w{30,}/g,
  /\bpypi-[\w-]{30,}/g,
  /\b(Bearer\s+|Basic\s+)[\w.~+/-]{8,}=*/gi,
  // Begins with `://`, which hardly any text has, so that the search is fast.
  /(:\/\/(?<=\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/:@]{0,200}:)[^\s/@]{1,500}(?=@)/gi,
  /((?:secret(?:[_-]?access)?(?:[_-]?key)?|token|(?:api|access|private)[_-]?key|passw(?:or)?d|passphrase)["']?\s*[:=]\s*["']?)[^\s"',;&]{6,}/gi,
]

// Tries only the start of a word, and only if a valid second part follows: otherwise eyJ-eyJ-… would be tried from each eyJ.
const webToken = /(?<![\w-])(?=[\w-]{11,}\.eyJ[\w-]{8,}\.[\w-])([\w-]*?)\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+/g
