/** Whether the value of the variable `CI` says that this is a CI system. */
export const isCi = (value: string | undefined): boolean => Boolean(value) && !/^(0|false|no)$/i.test(value ?? '')
