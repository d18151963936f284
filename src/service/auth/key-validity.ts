import type { Row } from '../../store/table-types.ts'

/** Whether a key is neither revoked nor expired at a moment. */
export const isKeyValid = (
  { revoked_at, expires_at }: Pick<Row<'keys'>, 'revoked_at' | 'expires_at'>,
  now: Date,
): boolean => revoked_at === null && (expires_at === null || Date.parse(expires_at) > now.getTime())
