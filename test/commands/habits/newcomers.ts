import type { Habit } from './table.ts'

const hint = (text: string): Habit[1] => ({ hint: text })
const works = (answer: RegExp | number = 0): Habit[1] => ({ works: answer })

/** What people type in their first hour: words forgotten, put in another order, or pasted from a page. The default project is WEB. */
export const newcomers: readonly Habit[] = [
  // Dashes and quotes of a word processor.
  ['cases list —json', hint('try: testctl cases list --json')],
  ['cases list –p WEB', hint('try: testctl cases list -p WEB')],
  ['cases list –-json', hint('try: testctl cases list --json')],
  ['—help', hint('try: testctl --help')],
  ['cases –h', hint('try: testctl cases -h')],
  ['cases create —name foo', hint('try: testctl cases create --name foo')],
  ["tests set T1 passed —comment 'x y'", hint("try: testctl tests set T1 passed --comment 'x y'")],
  ['runs submit report.xml —run=R1', hint('try: testctl runs submit report.xml --run=R1')],
  ["cases list --search '—json'", works()],
  ["cases create --name '— foo'", works(/WEB-C15/)],
  ['cases create --name “Login works”', hint("try: testctl cases create --name 'Login works'")],
  ['tests set T1 passed -m “not ok”', hint("try: testctl tests set T1 passed --comment 'not ok'")],
  // A word for something near.
  ['WEB cases list', hint('try: testctl cases list -p WEB')],
  ['reports submit report.xml --run R7', hint('try: testctl runs submit report.xml --run R7')],
  ['results add T1 failed', hint('one is set: testctl tests set <test> <result>; or listed: testctl tests list <run>')],
  [
    'results Nightly',
    hint('one is set: testctl tests set <test> <result>; those of a run: testctl tests list Nightly'),
  ],
  ['help import', hint('try: testctl help cases import')],
  ['help export', hint('try: testctl help cases export')],
  ['help reprots', hint('did you mean reports?')],
  ['cases export -o cases.csv', hint('try: testctl cases export cases.csv')],
  ['cases export -o cases.xlsx', hint('the forms are --json, --ndjson, --csv and --template: testctl help output')],
  ['cases export --output out/', hint('try: testctl cases export out/')],
  [
    "cases create --name x --description 'a b'",
    hint("try: testctl cases create --name x --custom-field description='a b'"),
  ],
  ["cases create --name x --steps 'Open => Shown'", hint("one step in words is --step 'Open => Shown'")],
  [
    'cases create --name x --step Open --expected Shown',
    hint("an expectation stands in the step: --step 'Open the page => The form is shown'"),
  ],
  // The case 3 is not that of the test 3.
  ['cases delete T3 --yes', hint('its case: testctl tests get T3')],
  ['tests set C2 passed', hint('its tests: testctl cases history C2')],
  // IDs with what stood around them.
  ["cases get 'WEB-C1,'", hint('did you mean WEB-C1?')],
  ["cases get 'C1 '", hint('did you mean C1?')],
  ["cases get '[WEB-C1]'", hint('did you mean WEB-C1?')],
  ['cases get “WEB-C1”', hint('did you mean WEB-C1?')],
  ["cases get 'WEB-C1, WEB-C2'", hint('several stand apart: WEB-C1 WEB-C2')],
  ['tests set T1, T2 passed', hint('did you mean T1?')],
  ["runs get 'nightly 1'", hint('did you mean "Nightly 1"?')],
  // Words without their quotes, or too many.
  ['tests list Nightly 1', hint("try: testctl tests list 'Nightly 1'")],
  ['runs status Nightly 1 --gate failed', hint("try: testctl runs status 'Nightly 1' --gate failed")],
  ['runs diff R1 R2 R3', hint('usage: testctl runs diff <run> <other-run> [flags]')],
  ['runs undo R1 R2', hint('usage: testctl runs undo [submission] [flags]')],
  ['schema case list', hint('try: testctl schema case')],
  ['config unset limit url', hint('try: testctl config unset limit')],
  [
    'cases create --name x --custom-field priority high',
    hint('try: testctl cases create --name x --custom-field priority=high'),
  ],
  ['cases create --name x --custom-field priority:high', hint('did you mean priority=high?')],
  ["cases create --name x --custom-field 'area = login'", hint('did you mean area=login?')],
  ["cases list --custom-field 'area = login'", hint('did you mean area=login?')],
  ["cases get 'C1 C2'", hint('several stand apart: C1 C2')],
  ["projects get 'old SHOP'", hint('did you mean OLD?')],
  ['cases list -all', hint('try: testctl cases list --all')],
  ['cases create -name login', hint('try: testctl cases create --name login')],
  ['auth login https://tests.example.com', hint('try: testctl auth login --url https://tests.example.com')],
  ['auth login tests.example.com', hint('try: testctl auth login --url tests.example.com')],
  ['auth status work', hint('try: testctl auth status --profile work')],
  ['doctor work', hint('try: testctl doctor --profile work')],
  ['auth profile use my prof', hint('try: testctl auth profile use my')],
  ['demo my.db', hint('try: testctl demo --file my.db')],
  ['auth login --key abc', hint('a key is stored with testctl auth login, or stands in TESTCTL_API_KEY')],
  // Nouns and verbs of another order.
  ['reports list', hint('try: testctl reports read report.xml')],
  ['reports show report.xml', hint('try: testctl reports read report.xml')],
  ['reports show R7', hint('try: testctl runs report R7')],
  ['read report.xml', hint('try: testctl reports read report.xml')],
  ['milestones add M1 R7', hint('try: testctl runs update R7 --milestone M1')],
  ['runs add R1 C1', hint('try: testctl runs update R1 --add-case C1')],
  ['runs add R1 C1 C2', hint('try: testctl runs update R1 --add-case C1,C2')],
  ['tests create C14 --run R1', hint('try: testctl tests create R1 --case C14')],
  ['tests assign ana T1', hint('try: testctl tests assign T1 --to ana')],
  ['tests assign T1 to ana', hint('try: testctl tests assign T1 --to ana')],
  ['tests assign - ana', hint('try: testctl tests assign - --to ana')],
  ['tests unassign T1', hint("try: testctl tests assign T1 --to ''")],
  ['cases push', hint('try: testctl cases import cases/')],
  ['cases pull tests/', hint('try: testctl cases export tests/')],
  ['runs start -p WEB --name x --all-cases', hint('try: testctl runs create -p WEB --name x --all-cases')],
  ['runs create --name x --cases all', hint('for every case: --all-cases')],
  ['runs submit report.xml --run R1 --milestone M1', hint('try: testctl runs update R1 --milestone M1')],
  ['exec --report report.xml --run R1 npm test', hint('try: testctl exec --report report.xml --run R1 -- npm test')],
  ['cases list --filter name=login', hint('try: testctl cases list --search login')],
  ['runs list --columns passed', { hint: /^ {2}did you mean results\.passed\? columns: / }],
  [
    'help topics',
    hint(
      'topics: flags, exit-codes, environment, output, submission, matching, case-files; testctl --help lists the commands',
    ),
  ],
  ['help get cases', hint('try: testctl help cases get')],
  // What a run holds, and who has its tests: a run takes no result, and no assignee.
  ['failed R7', hint('try: testctl tests list R7 --result failed')],
  ['tests passed R7', hint('try: testctl tests list R7 --result passed')],
  ['failed R1 R7', hint('try: testctl tests list R1 --result failed && testctl tests list R7 --result failed')],
  ['tests pass R7', hint('try: testctl tests list R7 --result passed')],
  ['assign R7 --to=ben', hint('try: testctl tests list R7 --quiet | testctl tests assign - --to ben')],
  [
    'runs assign R7 R1 ben',
    hint(
      'try: testctl tests list R7 --quiet | testctl tests assign - --to ben && testctl tests list R1 --quiet | testctl tests assign - --to ben',
    ),
  ],
  [
    'cases archive C1 C2',
    hint(
      'mark it: testctl cases update C1 C2 --custom-field status=archived; or delete it: testctl cases delete C1 C2',
    ),
  ],
  ['failed C1', hint('its tests: testctl cases history C1')],
  ['runs assign R7 --to ben', hint('try: testctl tests list R7 --quiet | testctl tests assign - --to ben')],
  ['assign R7', hint('try: testctl tests list R7 --quiet | testctl tests assign - --to ana')],
  [
    'cases archive C1',
    hint('mark it: testctl cases update C1 --custom-field status=archived; or delete it: testctl cases delete C1'),
  ],
]
