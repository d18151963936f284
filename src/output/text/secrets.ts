/**
 * Masks the passwords in the URLs of a text: `postgres://ana:***@db/team`. In the URL of a database also one with characters that
 * should be encoded, and after a single `/`, to which a path shortens `//`. `user:password@host`, with which our own texts explain
 * URLs, stays. Masks a key of testctl, or most of one, as well: `tctl_***`.
 */
export const withoutSecrets = (text: string): string =>
  text.replace(ofDatabase, '$1***@').replace(ofAny, '$1***@').replace(asParameter, '$1***').replace(asKey, 'tctl_***')

const ofDatabase = /(\bpostgres(?:ql)?:[/\\]{1,2}(?!user:password@host)[^\s/?#:]*:)(?:[^\n/?#@]*@(?:\S*@)?|\S*@)/gi
const ofAny = /(\b[a-z][a-z\d+.-]{0,20}:\/\/(?!user:password@host)[^\s/?#:]*:)[^\s/?#]*@/gi
const asParameter = /([?&](?:ssl)?password=)[^\s&"']*/gi
// The form of `holdsSecret` in service/auth/secret.ts, which is not imported because it would load hashing at every start.
const asKey = /tctl_[0-9A-Za-z]{12,}/g
