/**
 * A text in which the passwords of addresses are masked: `postgres://ana:***@db/team`. Of a database's address also one with
 * characters that it would have to encode, and after a single `/`, which a path makes of `//`. `user:password@host`, as our own
 * texts explain an address, stays. A key of testctl, or most of one, is masked as well: `tctl_***`.
 */
export const withoutSecrets = (text: string): string =>
  text.replace(ofDatabase, '$1***@').replace(ofAny, '$1***@').replace(asParameter, '$1***').replace(asKey, 'tctl_***')

const ofDatabase = /(\bpostgres(?:ql)?:[/\\]{1,2}(?!user:password@host)[^\s/?#:]*:)(?:[^\n/?#@]*@(?:\S*@)?|\S*@)/gi
const ofAny = /(\b[a-z][a-z\d+.-]{0,20}:\/\/(?!user:password@host)[^\s/?#:]*:)[^\s/?#]*@/gi
const asParameter = /([?&](?:ssl)?password=)[^\s&"']*/gi
// The form of `holdsSecret`, in service/auth/secret.ts, which would bring its hashes into every start.
const asKey = /tctl_[0-9A-Za-z]{12,}/g
