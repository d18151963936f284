import type { Address } from '../../wire/network/address.ts'
import { checkAccess, checkAnswer, checkClock, checkInterface } from './answer.ts'
import { checkAuthorities } from './certificate-authorities.ts'
import { checkStoredKey } from '../configuration.ts'
import { checkEncryption } from './tls.ts'
import { after } from '../finding.ts'
import type { Needs } from '../deps.ts'
import type { RunCheck } from '../run-check.ts'
import { checkConnection, checkHostName, firstHop } from './connection.ts'
import { checkProxy } from './proxy.ts'
import { openTunnel } from './tunnel.ts'

/** Runs the checks of a service in the network, from this machine to the service: each builds on those before it. */
export const examineService = async (
  address: Address | undefined,
  needs: Pick<Needs, 'io' | 'settings' | 'reach'> & { look: RunCheck },
): Promise<void> => {
  const { io, settings, look } = needs
  const { env, now } = io
  const key = await look('key', () => (address ? checkStoredKey(settings, address) : after('address')))
  const way = await look('proxy', () => (address ? checkProxy(address, env) : after('address')))
  await look('certificates', () => checkAuthorities(env, now()))
  const hop = address && way && firstHop(address, way.proxy)
  const name = await look('dns', () => (hop ? checkHostName(hop) : after('proxy')))
  const connection = await look('connection', (signal) => (hop && name ? checkConnection(hop, signal) : after('dns')))
  const encryption = await look('tls', (signal) =>
    address && way && connection
      ? checkEncryption({
          address,
          open: () => openTunnel(address, way.proxy, signal),
          now: now(),
          lenient: env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0',
        })
      : after('connection'),
  )
  const answer = await look('answer', async (signal) => {
    if (!address || !encryption) return after('tls')
    return checkAnswer({ transport: await needs.reach({ url: address.url, key }), now, signal })
  })
  await look('interface', () => (answer ? checkInterface(answer) : after('answer')))
  await look('access', () => (answer ? checkAccess(answer, { hasKey: key !== undefined }) : after('answer')))
  await look('clock', () => (answer ? checkClock(answer) : after('answer')))
}
