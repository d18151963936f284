/** How a submission that was stopped goes on. */
export const goOn = 'to finish, run the same command again, or testctl runs submit --resume'
