import { createHash } from 'node:crypto'
import type { Html } from './template.ts'

/** A style or a script that stands in a page, and its name in a content security policy, which allows this one and no other. */
export type Inline = { tag: Html; source: string }

/** The style of a page. */
export const inlineStyle = (style: string): Inline => ({
  tag: { markup: `<style>${style}</style>` },
  source: sourceOf(style),
})

/** The script of a page. */
export const inlineScript = (script: string): Inline => ({
  tag: { markup: `<script>${script}</script>` },
  source: sourceOf(script),
})

const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
