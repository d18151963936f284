/** The ending of each comment that testctl writes: by it the next submission recognizes its own, and leaves those of people alone. */
export const marker = '[reported by testctl]'

/** Whether a comment was written by a submission. */
export const isOwn = (content: string): boolean => content.trimEnd().endsWith(marker)
