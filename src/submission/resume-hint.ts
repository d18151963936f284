/** How to finish a submission that was stopped. */
export const resumeHint = 'to finish, run the same command again, or testctl runs submit --resume'
