import type { Topic } from './topic.ts'

/** The variables of the environment that testctl reads; a test holds them against the code. */
export const environmentTopic: Topic = {
  intro:
    'The variables of the environment that testctl reads. A flag goes before a variable, and a variable before the project file (.testctl.json) and the profile. An empty one counts as not set.',
  columns: ['variable', 'meaning'],
  groups: [
    {
      heading: 'The service',
      rows: [
        ['TESTCTL_URL', 'its address: https://tests.example.com, or file:./team.db for a service in a file'],
        ['TESTCTL_API_KEY', 'the key; it goes to the service of TESTCTL_URL and to no other'],
        ['TESTCTL_API_KEY_FILE', 'a file that holds the key alone, as secrets are mounted in containers'],
        ['TESTCTL_PROJECT', 'the project that commands are about where --project is not given'],
        ['TESTCTL_PROFILE', 'the profile of the configuration to use'],
        ['TESTCTL_TIMEOUT', 'how long a request may take, retries included: 30s, 2m'],
        ['TESTCTL_ALLOW_HTTP', '1 lets the key travel without TLS to another machine'],
        ['TESTCTL_STORE', 'the store that serve, keys and store work on: file:… or postgres://…'],
      ],
    },
    {
      heading: 'The way there',
      rows: [
        ['HTTPS_PROXY', 'the proxy for https: addresses; https_proxy goes before it'],
        ['HTTP_PROXY', 'the proxy for http: ones, and for https: ones that have none; http_proxy goes before it'],
        ['NO_PROXY', 'hosts, domains and ports that need no proxy, or *; no_proxy goes before it'],
        ['NODE_EXTRA_CA_CERTS', 'a file with the certificates of your own authorities, in PEM'],
        ['NODE_TLS_REJECT_UNAUTHORIZED', '0 trusts any certificate: never do that where a key is real'],
      ],
    },
    {
      heading: 'How it looks',
      rows: [
        ['NO_COLOR', 'no colours'],
        ['FORCE_COLOR', 'colours even where there is no terminal; 0 for none'],
        ['CLICOLOR_FORCE', 'the same'],
        ['TERM', 'dumb: no colours, and no line that is drawn again'],
        ['COLUMNS', 'the width of a terminal that does not tell it'],
        ['LINES', 'its height, for runs watch and runs execute'],
        ['ACCESSIBLE', '1: runs execute tells what it shows in sentences that only append'],
        ['VISUAL, EDITOR', 'the first that is set is the editor for a note in runs execute'],
        ['LC_ALL, LC_CTYPE, LANG', 'the first that is set decides: symbols beyond ASCII only where it says UTF-8'],
      ],
    },
    {
      heading: 'Where files are',
      rows: [
        ['TESTCTL_CONFIG_DIR', 'the folder of the configuration (else $XDG_CONFIG_HOME/testctl, ~/.config/testctl)'],
        ['XDG_CONFIG_HOME', 'the folder of configurations'],
        ['XDG_STATE_HOME', 'the folder of journals of submissions (else ~/.local/state)'],
        ['XDG_CACHE_HOME', 'the folder of caches: compiled code, names for Tab (else ~/.cache)'],
        ['XDG_DATA_HOME', 'the folder below which bash looks for completion scripts'],
        ['BASH_COMPLETION_USER_DIR', 'that folder itself'],
        ['HOME', 'the folder of the user, where none of these is set'],
        ['APPDATA', 'on Windows, the folder of configurations'],
        ['LOCALAPPDATA', 'on Windows, the folder of journals and caches'],
        ['USERPROFILE', 'on Windows, the folder of the user'],
        ['TESTCTL_NO_CACHE', '1 keeps neither names for Tab nor compiled code'],
        ['NODE_DISABLE_COMPILE_CACHE', '1 keeps no compiled code'],
      ],
    },
    {
      heading: 'Who and where',
      rows: [
        ['USER, LOGNAME', 'who creates and changes things in a service in a file'],
        ['SHELL', 'the shell that completion install is for, and doctor looks at; on Windows it is PowerShell'],
        ['MSYSTEM', 'set by Git Bash and MSYS2 on Windows: completion and lines to paste are for bash there'],
        ['ZDOTDIR', 'the folder of .zshrc, for completion install'],
        ['PSModulePath', 'tells PowerShell, for completion install'],
        ['PATH', 'where jq is looked for, for --jq; the current folder is passed over'],
        ['CI', 'set where nobody can be asked: nothing is'],
        ['GITHUB_STEP_SUMMARY', 'where runs submit and exec add a summary for the step of a GitHub workflow'],
        ['npm_command', 'exec where npx started testctl: what demo suggests then begins with npx'],
      ],
    },
  ],
  notes: [
    'For --name {branch}, {commit}, {build} and {job}, and for --annotate, the variables of the known CI systems are read: GitHub Actions, GitLab CI, Azure Pipelines, CircleCI, Bitbucket, Travis CI, Buildkite, Woodpecker CI, Drone, AppVeyor, Semaphore, Cirrus CI, AWS CodeBuild, TeamCity and Jenkins. For a PostgreSQL those of its own client are: PGPASSWORD and the like.',
    'No variable sets what is printed, and no .env file is ever read. testctl config list --show-origin tells which setting came from where; testctl doctor looks at the rest.',
  ],
  examples: [
    'TESTCTL_PROJECT=WEB testctl runs list',
    'testctl config list --show-origin',
    'testctl help environment --json',
  ],
}
