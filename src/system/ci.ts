/** Whether a variable CI says that this is one. */
export const isCi = (value: string | undefined): boolean => Boolean(value) && !/^(0|false|no)$/i.test(value ?? '')
