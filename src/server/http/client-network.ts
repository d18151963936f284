import { isIPv6 } from 'node:net'

/** Returns the network that stands for a client: its IPv4 address, or the first 64 bits in IPv6, where one owner has at least a /64. */
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

/** Returns the network that connections are counted for: a /64 in IPv6, a /24 in IPv4, which often has a single owner. */
export const blockOf = (address: string): string => networkOf(address).replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1')
