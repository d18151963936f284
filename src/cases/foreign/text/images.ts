/** Counts the images that a text refers to, as Markdown or as HTML. No export has the images themselves. */
export const imagesIn = (text: string): number => text.match(image)?.length ?? 0

const image = /!\[[^\]\n]{0,1000}\]\([^)\s]|<img\s/gi
