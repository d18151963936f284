import { type buildConnector, Client, type Dispatcher, ProxyAgent } from 'undici'
import { connectionOptions } from './pool.ts'

/** Makes connections to a service that go through a proxy's tunnel. Loaded only where the environment names a proxy. */
export const throughProxy =
  (url: string) =>
  (connect: buildConnector.connector): Dispatcher =>
    new ProxyAgent({
      uri: url,
      connections: 1,
      ...connectionOptions,
      clientFactory: (origin, options) => new Client(origin, { ...options, connect }),
    })
