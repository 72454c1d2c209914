/** Whether an answer says that the call was served. */
export const isSuccess = (status = 0): boolean => status >= 200 && status < 300;
