// Run in a page: what keeps some from using it. Text wider than the page, faint text, fields without a label, ids twice.
;(() => {
  const found = []
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) found.push('scrolls sideways')
  const channels = (color) => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
  const luminance = (color) => {
    const [red = 0, green = 0, blue = 0] = channels(color)
      .map((channel) => channel / 255)
      .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const backOf = (element) => {
    const color = element ? getComputedStyle(element).backgroundColor : 'rgb(255, 255, 255)'
    return /, 0\)$|transparent/.test(color) ? backOf(element?.parentElement ?? null) : color
  }
  for (const element of document.querySelectorAll('body *')) {
    const says = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
    if (!says || element.closest('select')) continue
    const [light = 0, dark = 0] = [getComputedStyle(element).color, backOf(element)]
      .map(luminance)
      .sort((one, other) => other - one)
    const contrast = (light + 0.05) / (dark + 0.05)
    if (contrast < 4.5) found.push(`${element.tagName} ${element.textContent?.trim()}: contrast ${contrast}`)
  }
  for (const field of document.querySelectorAll('input:not([type=hidden], [hidden]), select'))
    if (!field.labels.length) found.push(`${field.name} has no label`)
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  if (new Set(ids).size < ids.length) found.push('an id occurs twice')
  return found
})()
