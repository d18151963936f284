import type { Topic } from './topic.ts'

/** The topic of the environment variables that testctl reads; a test compares them with the code. */
export const environmentTopic: Topic = {
  intro:
    'Environment variables that testctl reads. Flags override variables, which override the project file (.testctl.json), which overrides the profile. An empty variable counts as not set.',
  columns: ['variable', 'meaning'],
  groups: [
    {
      heading: 'The service',
      rows: [
        ['TESTCTL_URL', 'address of the service: https://tests.example.com, or file:./team.db for a service in a file'],
        [
          'TESTCTL_API_KEY',
          'the API key; sent only to the service of TESTCTL_URL, or if that is not set, of the profile',
        ],
        ['TESTCTL_API_KEY_FILE', 'a file that contains only the API key, such as a mounted secret'],
        ['TESTCTL_PROJECT', 'the default project of commands without --project'],
        ['TESTCTL_PROFILE', 'the profile of the configuration to use'],
        ['TESTCTL_TIMEOUT', 'time limit for a request, including retries: 30s, 2m'],
        ['TESTCTL_ALLOW_HTTP', '1 allows sending the key without TLS to another machine'],
        ['TESTCTL_WEB_URL', 'address of the pages that --web opens: https://tests.example.com/{identifier}'],
        ['TESTCTL_STORE', 'the store that serve, keys and store work on: file:… or postgres://…'],
        ['TESTCTL_STORE_READS', 'standbys of a PostgreSQL store that answer reads of serve: postgres://…'],
      ],
    },
    {
      heading: 'Network',
      rows: [
        ['HTTPS_PROXY', 'the proxy for https: addresses; https_proxy overrides it'],
        ['HTTP_PROXY', 'the proxy for http: addresses, and for https: ones without their own; http_proxy overrides it'],
        [
          'ALL_PROXY',
          'the proxy for addresses without one of their own; all_proxy overrides it. A SOCKS proxy is refused',
        ],
        ['NO_PROXY', 'hosts, domains and ports that need no proxy, or *; no_proxy overrides it'],
        ['NODE_EXTRA_CA_CERTS', 'a file with the certificates of your own authorities, in PEM'],
        ['NODE_TLS_REJECT_UNAUTHORIZED', '0 trusts any certificate: never use it with a real key'],
      ],
    },
    {
      heading: 'Colours and terminal',
      rows: [
        ['NO_COLOR', 'no colours; it and those below override the setting color'],
        ['FORCE_COLOR', 'colours of errors even without a terminal; 0 for none. An answer in a pipe never has colours'],
        ['CLICOLOR_FORCE', 'the same as FORCE_COLOR'],
        ['FORCE_HYPERLINK', 'identifiers as links to their pages on any terminal; 0 for none'],
        ['TERM', 'dumb: no colours and no redrawn lines'],
        [
          'TERM_PROGRAM, VTE_VERSION, KONSOLE_VERSION, WT_SESSION, DOMTERM, TMUX, STY, CI',
          'the kind of terminal, and whether it shows links',
        ],
        ['COLUMNS', 'the width of a terminal that does not report it'],
        ['LINES', 'its height, for runs watch and runs execute'],
        [
          'ACCESSIBLE',
          '1: for screen readers: nothing is redrawn, results have no bars made of characters, and runs execute prints plain sentences; 0: overrides the setting plain',
        ],
        ['VISUAL, EDITOR', 'the first that is set is the editor of cases edit and of notes in runs execute'],
        ['LC_ALL, LC_CTYPE, LANG', 'the first that is set decides: symbols beyond ASCII need UTF-8'],
      ],
    },
    {
      heading: 'Files and folders',
      rows: [
        [
          'TESTCTL_CONFIG_DIR',
          'the folder of the configuration (default: $XDG_CONFIG_HOME/testctl or ~/.config/testctl)',
        ],
        ['XDG_CONFIG_HOME', 'the folder of configurations'],
        ['XDG_STATE_HOME', 'the folder of journals and of unsent texts (default: ~/.local/state)'],
        ['XDG_CACHE_HOME', 'the folder of caches: compiled code, names for Tab (default: ~/.cache)'],
        ['XDG_DATA_HOME', 'the folder below which bash looks for completion scripts'],
        ['BASH_COMPLETION_USER_DIR', 'the folder of bash completion scripts itself'],
        ['HOME', 'the home folder, used if none of these is set'],
        ['APPDATA', 'on Windows, the folder of configurations'],
        ['LOCALAPPDATA', 'on Windows, the folder of journals and caches'],
        ['USERPROFILE', 'on Windows, the folder of the user'],
        ['TESTCTL_NO_CACHE', '1 turns off the caches: names for Tab and compiled code'],
        ['NODE_DISABLE_COMPILE_CACHE', '1 turns off the cache of compiled code'],
      ],
    },
    {
      heading: 'User and system',
      rows: [
        ['USER, LOGNAME', 'the name behind changes in a service in a file'],
        ['SHELL', 'the shell that completion install is for, and doctor looks at; on Windows it is PowerShell'],
        ['MSYSTEM', 'set by Git Bash and MSYS2 on Windows: completion and lines to paste are for bash there'],
        ['ZDOTDIR', 'the folder of .zshrc, for completion install'],
        ['PSModulePath', 'shows that the shell is PowerShell, for completion install'],
        ['PATH', 'where --jq looks for jq; the current folder is skipped'],
        ['CI', 'if set, testctl never prompts'],
        [
          'GITHUB_WORKSPACE, BUILD_SOURCESDIRECTORY',
          'the checkout, where --annotations finds the files of failed tests',
        ],
        [
          'GITHUB_ACTIONS, TF_BUILD',
          'if set, a name that would be a command in the log of the build is printed as a text',
        ],
        ['GITHUB_STEP_SUMMARY', 'the file to which runs submit and exec add the summary of a GitHub step'],
        [
          'PGSSLMODE, PGSSLROOTCERT, PGSSLCERT, PGSSLKEY, PGHOST',
          'TLS and the host of a store in PostgreSQL, if its address does not contain them',
        ],
        ['PGSERVICE', 'not read: testctl refuses a PostgreSQL store if only a service file names its host'],
        ['BROWSER', 'the program with which --web opens a page'],
        ['DISPLAY, WAYLAND_DISPLAY', 'on Linux, set if there is a screen for a browser'],
        ['npm_config_user_agent', 'yarn/… if yarn started testctl: those commands then begin with yarn'],
        ['npm_command', 'exec if npx started testctl: the commands that demo suggests then begin with npx'],
      ],
    },
  ],
  notes: [
    'For --name {branch}, {commit}, {build} and {job}, and for --annotations auto, the variables of the known CI systems are read: GitHub Actions, GitLab CI, Azure Pipelines, CircleCI, Bitbucket, Travis CI, Buildkite, Woodpecker CI, Drone, AppVeyor, Semaphore, Cirrus CI, AWS CodeBuild, TeamCity and Jenkins. Without such variables, {branch} and {commit} are those of the git repository of the current folder. A PostgreSQL store also reads the variables of its client, such as PGPASSWORD.',
    'No variable sets the output format, and .env files are never read. testctl config list --show-origin shows the source of each setting; testctl doctor checks the rest.',
  ],
  examples: [
    'TESTCTL_PROJECT=WEB testctl runs list',
    'testctl config list --show-origin',
    'testctl help environment --json',
  ],
}
