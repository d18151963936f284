import { createHash } from 'node:crypto'
import type { Html } from './template.ts'

/** An inline style or script: its tag, and the hash source that allows this one and no other in a Content-Security-Policy. */
export type Inline = { tag: Html; source: string }

/** Returns the style of a page as a tag and its hash source. */
export const inlineStyle = (style: string): Inline => ({
  tag: { markup: `<style>${style}</style>` },
  source: sourceOf(style),
})

/** Returns the script of a page as a tag and its hash source. */
export const inlineScript = (script: string): Inline => ({
  tag: { markup: `<script>${script}</script>` },
  source: sourceOf(script),
})

const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
