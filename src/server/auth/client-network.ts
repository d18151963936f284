import { isIPv6 } from 'node:net'

/** Whom an address belongs to: of IPv6 somebody has at least the whole of the first 64 bits. */
export const networkOf = (address: string): string => {
  const mapped = /^::ffff:([0-9.]+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address
  const [front = '', back] = address.replace(/%.*$/, '').split('::')
  const groups = front === '' ? [] : front.split(':')
  const last = back ? back.split(':') : []
  const middle = back === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - last.length)).fill('0')
  return [...groups, ...middle, ...last]
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')
}

/** The network that connections are counted for: of IPv4 a /24, which somebody may well have to themselves. */
export const blockOf = (address: string): string => networkOf(address).replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1')
