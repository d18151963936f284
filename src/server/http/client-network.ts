import { isIPv6 } from 'node:net'

/** The owner of an address: in IPv6 one owner has at least all addresses with the same first 64 bits. */
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

/** The network that connections are counted for: in IPv4 a /24, which often has a single owner. */
export const blockOf = (address: string): string => networkOf(address).replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1')
