import type { Endpoint } from '../contract/endpoints/endpoint.ts'
import { InterfaceError } from '../errors.ts'
import type { Values } from './codec/requests.ts'

/**
 * Holds an answer against the request: what the endpoint `echoes` must have come back as it was sent. A result that the
 * service turned into another is not the one that was reported, whatever status it came with.
 */
export const checkEcho = (row: Endpoint, values: Values, answer: unknown): void => {
  const [resource] = Object.values(Object(answer) as Record<string, Values>)
  for (const name of row.echoes) {
    if (values[name] === undefined || values[name] === resource?.[name]) continue
    const [sent, stored] = [JSON.stringify(values[name]), JSON.stringify(resource?.[name])]
    throw new InterfaceError(`the service was sent the ${name} ${sent} and answers ${stored}`, {
      hint: 'look at what it holds now; it may not allow every change',
    })
  }
}
