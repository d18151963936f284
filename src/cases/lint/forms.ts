import type { Finding } from './rules.ts'

/** What was found, as SARIF 2.1.0: the form that code scanning of GitHub and others read. */
export const toSarif = (findings: readonly Finding[], version: string): object => ({
  $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: 'testctl',
          version,
          rules: [...new Set(findings.map(({ rule }) => rule))].sort().map((id) => ({ id })),
        },
      },
      results: findings.map(({ file, line, rule, message }) => ({
        ruleId: rule,
        level: 'warning',
        message: { text: message },
        locations: [{ physicalLocation: { artifactLocation: { uri: encodeURI(file) }, region: { startLine: line } } }],
      })),
    },
  ],
})

/** What was found, as lines of a log that GitHub Actions shows beside the files. */
export const toAnnotations = (findings: readonly Finding[]): string[] =>
  findings.map(
    ({ file, line, rule, message }) =>
      `::warning file=${escape(file, ':,')},line=${line},title=${escape(rule, ':,')}::${escape(message, '')}`,
  )

const escape = (text: string, more: string): string =>
  text.replace(/[%\r\n:,]/g, (sign) =>
    '%\r\n'.includes(sign) || more.includes(sign)
      ? `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
      : sign,
  )
