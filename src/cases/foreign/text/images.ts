/** How many pictures a text names, as Markdown or as HTML. The pictures themselves are in no export. */
export const imagesIn = (text: string): number => text.match(image)?.length ?? 0

const image = /!\[[^\]\n]{0,1000}\]\([^)\s]|<img\s/gi
