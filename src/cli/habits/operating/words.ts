/** Commands of other tools for serving a store, its keys, and the settings: rows of the table in `words.ts`. DECISIONS 155 */
export const operatingRows: readonly (readonly [typed: string, ...here: string[]])[] = [
  ['backup, store dump, store export', 'testctl store backup {rest|team-backup.db}'],
  ['restore', 'testctl store restore {rest|team-backup.db}'],
  ['context, contexts, profile, profiles, auth list, auth ls, auth profiles', 'testctl auth profile list'],
  ['config get-contexts, config contexts, config profiles', 'testctl auth profile list'],
  ['config use-context, config use, config switch, auth switch, auth use', 'testctl auth profile use {rest|work}'],
  ['config set-context', 'testctl auth login --profile {rest|work}'],
  ['config url, config set-url', 'testctl config set url {rest|https://tests.example.com}'],
  ['config project', 'testctl config set project {rest|WEB}'],
  ['init, setup, configure, connect, config init, config setup', 'testctl auth login'],
  [
    'serve stop, serve shutdown, serve down, serve quit',
    'a server ends with Ctrl-C in its terminal, or with SIGTERM to its process',
  ],
  ['start, server, up', 'testctl serve --store file:./team.db'],
  [
    'token, tokens, api-key, api-keys',
    'the key in use: testctl auth status; all keys, on the machine with the store: testctl keys list',
  ],
  ['db, database', 'testctl store --help'],
  ['config edit', 'the file: testctl config path; one setting: testctl config set project WEB'],
  [
    'auth token, auth print-access-token, auth show, auth get',
    'a key is never printed again; the one in use: testctl auth status',
  ],
  [
    'keys rotate WORD, keys renew WORD, keys regenerate WORD, keys roll WORD, keys refresh WORD',
    'a key cannot be changed; create another with the same --role: testctl keys create --name {word}-2; once it is in use: testctl keys revoke {word}',
  ],
  [
    'keys extend WORD, keys update WORD, keys edit WORD, keys rename WORD',
    'a key cannot be changed; create another, with its --role and --expires: testctl keys create --name NAME; once it is in use: testctl keys revoke {word}',
  ],
  [
    'keys rotate, keys renew, keys regenerate, keys roll, keys refresh, keys extend, keys update, keys edit, keys rename, auth rotate',
    'a key cannot be changed; create another: testctl keys create --name NAME; store it: testctl auth login; then revoke the old one: testctl keys revoke OLD',
  ],
  [
    'keys get, keys show, keys describe, keys view, keys info, keys print',
    'a key itself is shown only once; what is known of each: testctl keys list',
  ],
  ['keys disable, keys deactivate, keys invalidate, keys expire, keys destroy', 'testctl keys revoke {rest|old-ci}'],
  ['auth can-i, auth check, auth test, auth verify', 'testctl auth status'],
  ['config get-value', 'testctl config get {rest|url}'],
  ['config delete, config remove, config rm, config reset WORD, config clear WORD', 'testctl config unset {rest|url}'],
  ['store verify, store validate, store fsck, store status, store info, store doctor', 'testctl store check'],
  [
    'store repair, store fix, store recover',
    'what is damaged: testctl store check; to go back to a backup: testctl store restore team-backup.db',
  ],
  ['store upgrade, store update', 'testctl store migrate'],
  ['store init, store create, store new', 'serve creates a missing store: testctl serve --store file:./team.db'],
  ['serve status, serve health, serve check', 'whether a service answers: testctl doctor'],
  ['serve restart, serve reload', 'end it with Ctrl-C or SIGTERM, and start it again: testctl serve'],
]
