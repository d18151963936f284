/** The systems that cases can be imported from: the values of `--from`. */
export const caseSystems = ['testrail', 'testlink', 'qase', 'xray', 'zephyr', 'azure', 'gherkin', 'csv'] as const
export type CaseSystem = (typeof caseSystems)[number]

export const caseSystemNames: Readonly<Record<CaseSystem, string>> = {
  testrail: 'TestRail',
  testlink: 'TestLink',
  qase: 'Qase',
  xray: 'Xray',
  zephyr: 'Zephyr Scale',
  azure: 'Azure Test Plans',
  gherkin: 'Gherkin',
  csv: 'CSV',
}
