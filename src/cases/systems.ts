/** The systems that cases come from: the words for `--from`. */
export const systems = ['testrail', 'testlink', 'qase', 'xray', 'zephyr', 'azure', 'csv'] as const
export type System = (typeof systems)[number]

export const systemNames: Readonly<Record<System, string>> = {
  testrail: 'TestRail',
  testlink: 'TestLink',
  qase: 'Qase',
  xray: 'Xray',
  zephyr: 'Zephyr Scale',
  azure: 'Azure Test Plans',
  csv: 'CSV',
}
