import { type Dispatcher, ProxyAgent } from 'undici'
import { poolOptions } from './pool.ts'

/** The way to a service through a proxy's tunnel. Loaded only where the environment names a proxy. */
export const throughProxy = (url: string): Dispatcher => new ProxyAgent({ uri: url, ...poolOptions })
