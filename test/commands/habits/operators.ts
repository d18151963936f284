import type { Habit } from './table.ts'

/** Lines that people type who run servers and stores of secrets, and their form here. The default project is WEB. */
export const operators: readonly Habit[] = [
  ['serve --db ./team.db', { hint: 'try: testctl serve --store file:./team.db' }],
  ['serve --database postgres://u@h/d', { hint: 'try: testctl serve --store postgres://u@h/d' }],
  ['serve --store ./team.db', { hint: 'a store in a file is written file:./team.db' }],
  ['serve --bind 0.0.0.0', { hint: 'try: testctl serve --host 0.0.0.0' }],
  ['serve --listen 8080', { hint: 'try: testctl serve --port 8080' }],
  ['serve --listen :8080', { hint: 'the host and the port are two flags: testctl serve --host 0.0.0.0 --port 8787' }],
  ['serve --tls-cert a.pem --tls-key b.pem', { hint: 'a proxy in front of it does TLS: testctl serve --trust-proxy' }],
  ['serve --debug', { hint: 'try: testctl serve --log-level debug' }],
  ['serve --port 9000 --detach', { hint: /in the foreground, .*: testctl serve --port 9000$/ }],
  ['serve status', { hint: 'whether a service answers: testctl doctor' }],
  ['keys list --db ./team.db', { hint: 'try: testctl keys list --store file:./team.db' }],
  [
    'keys rotate ana',
    {
      hint: 'a key cannot be changed; create another with the same --role: testctl keys create --name ana-2; once it is in use: testctl keys revoke ana',
    },
  ],
  ['keys rotate', { hint: /^ {2}a key cannot be changed; create another: testctl keys create --name NAME; / }],
  ['keys get ana', { hint: 'a key itself is shown only once; what is known of each: testctl keys list' }],
  ['keys create --name ana --ttl 720h', { hint: 'try: testctl keys create --name ana --expires 720h' }],
  ['keys create --name ana --scope read', { hint: 'try: testctl keys create --name ana --role reader' }],
  ['keys create --user ana', { hint: 'try: testctl keys create --name ana' }],
  ['keys rename ana ben', { hint: /with its --role and --expires: testctl keys create --name NAME; .* revoke ana$/ }],
  ['auth list', { hint: 'try: testctl auth profile list' }],
  ['auth can-i', { hint: 'try: testctl auth status' }],
  ['store verify', { hint: 'try: testctl store check' }],
  ['store upgrade', { hint: 'try: testctl store migrate' }],
  ['config get-value url', { hint: 'try: testctl config get url' }],
  ['config remove url', { hint: 'try: testctl config unset url' }],
]
