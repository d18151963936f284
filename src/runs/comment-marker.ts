/** How a comment that testctl wrote ends: by it the next submission knows its own, and leaves those of people alone. */
export const marker = '[reported by testctl]'

/** Whether a comment was written by a submission. */
export const isOwn = (content: string): boolean => content.trimEnd().endsWith(marker)
